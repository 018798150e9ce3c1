import type { ComparedPair, ComparedText, Comparison } from '@hippocamp/shared/language/comparison';
import type { Slot } from '@hippocamp/shared/language/reading';
import { terms } from '@hippocamp/shared/text/terms';

/** The words of a text as plainly as a test needs them. */
export const wordsOf = (content: string): Pick<ComparedText, 'content' | 'stems' | 'words'> => ({
  content,
  stems: new Set(terms(content)),
  words: terms(content),
});

const isSame = (first: Slot, second: Slot): boolean => JSON.stringify(first) === JSON.stringify(second);

const opposes = (first: Slot, second: Slot): boolean =>
  first.single && first.subject === second.subject && first.attribute === second.attribute && !isSame(first, second);

const verdictOf = ({ first, second, likeness }: ComparedPair): Comparison['verdict'] => {
  const [slots, known] = [first.reading.slots, second.reading.slots];
  const covered = slots.every((slot) => known.some((other) => isSame(slot, other)));
  if (slots.length > 0 && covered) return 'same';
  if (covered && (likeness ?? 0) >= 1 && first.words.every((word) => second.words.includes(word))) return 'repeats';
  return slots.some((slot) => known.some((other) => opposes(slot, other))) ? 'replaces' : 'unrelated';
};

/** A comparison that can be foretold: by facts first, then by likeness and all words. No language is known here. */
export const comparePlainly = (pair: ComparedPair): Comparison => ({ verdict: verdictOf(pair), sure: 1 });
