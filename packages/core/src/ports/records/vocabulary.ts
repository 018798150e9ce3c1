import type { KnownSpeaker } from '@hippocamp/shared/scoring/priors';

export interface VocabularyRecord {
  version: number;
  memories: number;
  /** By term id. */
  frequencies: Record<string, number>;
  /** Who speaks in its memories, as ids. */
  speakers: KnownSpeaker[];
}

export interface VocabularyRepository {
  get(): Promise<VocabularyRecord | null>;
  /** Adds to the count of memories changed since the last refresh. */
  noteChanges(count: number): Promise<{ memories: number; changes: number }>;
  /** Writes new figures, raises the version, and takes `changesSeen` off the count. */
  replace(figures: {
    memories: number;
    frequencies: Record<string, number>;
    speakers: readonly KnownSpeaker[];
    changesSeen: number;
    at: Date;
  }): Promise<void>;
}
