export interface Cue {
  pattern: RegExp;
  /** Goes on after "it": "it states a preference". */
  because: string;
}

/** The first that fits. */
export const firstFitting = (cues: readonly Cue[], text: string): string | null =>
  cues.find(({ pattern }) => pattern.test(text))?.because ?? null;

export const clock =
  "\\d{1,2}[:.]\\d{2}(?: ?[ap]\\.?m\\.?)?|\\d{1,2} ?(?:[ap]\\.?m\\.?|o'clock|uhr)|(?:at|before|after|by|until|from) (?:half past |quarter (?:past|to) )?(?:noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|half past \\w+|quarter (?:past|to) \\w+|noon|midnight";
