/** What a sentence puts right of another one, where it says nothing else. */
export interface Correction {
  now: string;
  /** What stands in the sentence that is put right. */
  was: string;
  /** What a corrected sentence begins with. */
  opening: string;
}

/** What a few words put right that name nothing of it: "sorry, Thursday". */
export interface Amended {
  /** In its own words, without who said it. */
  told: string;
  /** 0..1 */
  sure: number;
}
