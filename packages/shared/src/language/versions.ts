export interface LanguageVersions {
  extractor: string;
  prompt: string;
  /** Of readings: what another version read is read anew. */
  reading: string;
}
