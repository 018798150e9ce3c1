import type { Statement } from '@hippocamp/shared/language/statement';
import type { Verdict } from '@hippocamp/shared/language/verdict';

/** The default is a verdict on a lasting fact about the user. */
export const verdict = (given: Partial<Verdict> = {}): Verdict => ({
  ...{ keep: 0.95, importance: 2, asks: 0.01, unmeant: 0.01, steers: 0.001, corrects: 0.001 },
  tiers: { semantic: 0.9, episodic: 0.08, short_term: 0.02 },
  whose: { self: 0.9, other: 0.09, assistant: 0.01 },
  ...given,
});

/** A judge that finds nothing told where the words match, and a lasting fact elsewhere. */
export const noneOf =
  (vain: RegExp) =>
  (statements: readonly Statement[]): Verdict[][] =>
    statements.map(({ words, disguised }) =>
      [words, ...disguised].map((text) => verdict(vain.test(text) ? { keep: 0.02 } : {})),
    );
