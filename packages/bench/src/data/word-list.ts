/** The words of a text, in order. */
export const wordList = (text: string): readonly string[] => text.trim().split(/\s+/);
