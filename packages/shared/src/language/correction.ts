/** What a sentence puts right of another one, where it says nothing else. */
export interface Correction {
  now: string;
  /** What stands in the sentence that is put right. */
  was: string;
  /** What a corrected sentence begins with. */
  opening: string;
}
