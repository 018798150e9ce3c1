import type { Comparison } from '@hippocamp/shared/language/comparison';
import type { Slot, WordedReading } from '@hippocamp/shared/language/reading';
import { terms } from '@hippocamp/shared/text/terms';

/** The words of a text as plainly as a test needs them. */
export const wordsOf = (content: string): Pick<WordedReading, 'stems' | 'words'> & { content: string } => ({
  content,
  stems: new Set(terms(content)),
  words: terms(content),
});

const isSame = (first: Slot, second: Slot): boolean => JSON.stringify(first) === JSON.stringify(second);

const opposes = (first: Slot, second: Slot): boolean =>
  first.single && first.subject === second.subject && first.attribute === second.attribute && !isSame(first, second);

/** A comparison that can be foretold: by facts first, then by likeness (1 and more) and all words. No language is known here. */
export const comparePlainly = (first: WordedReading, second: WordedReading, likeness = 0): Comparison => {
  const [slots, known] = [first.reading.slots, second.reading.slots];
  const covered = slots.every((slot) => known.some((other) => isSame(slot, other)));
  const saysNoMore = likeness >= 1 && first.words.every((word) => second.words.includes(word));
  if (covered && (slots.length > 0 || saysNoMore)) return { verdict: 'same', sure: 1 };
  const isOpposed = slots.some((slot) => known.some((other) => opposes(slot, other)));
  return { verdict: isOpposed ? 'replaces' : 'unrelated', sure: 1 };
};
