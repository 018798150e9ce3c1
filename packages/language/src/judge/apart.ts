import type { Statement } from '@hippocamp/shared/language/statement';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { readFacts } from '../read/read-facts.js';
import { leans } from '../segment/statements/leaning.js';

/** Below this likeness of their vectors, -1..1, two sentences that share no word tell of different things. */
const UNLIKE = 0.4;
/** From here on they may tell of the same thing, though one of them states a fact of its own: half of the neighbours in messages are as like. */
const LIKE = 0.55;

/** A statement with the vector of what it is told as, of unit length; null where there is none. */
export interface Placed {
  statement: Statement;
  vector: Float32Array | null;
}

function likeness(first: Float32Array | null, second: Float32Array | null): number | null {
  if (!first || !second) return null;
  let sum = 0;
  for (let place = 0; place < first.length; place += 1) sum += (first[place] ?? 0) * (second[place] ?? 0);
  return sum;
}

const sharesWords = (first: string, second: string): boolean => {
  const known = stemsOf(first);
  return [...stemsOf(second)].some((stem) => known.has(stem));
};

const attributesIn = (words: string): string[] =>
  readFacts(words, null).slots.map(({ subject, attribute }) => `${subject} ${attribute}`);

/** Whether one states something that can be read, and the other nothing of the same. */
function stateOthers(first: string, second: string): boolean {
  const [one, other] = [attributesIn(first), attributesIn(second)];
  return one.length + other.length > 0 && !other.some((attribute) => one.includes(attribute));
}

/** Whether a sentence tells of something else than the one before it in the same message. */
export function isApart(before: Placed, next: Placed): boolean {
  const [first, second] = [before.statement.words, next.statement.words];
  if (next.statement.follows !== null || leans(second) || sharesWords(first, second)) return false;
  const alike = likeness(before.vector, next.vector) ?? UNLIKE;
  return alike < UNLIKE || (alike < LIKE && stateOthers(first, second));
}
