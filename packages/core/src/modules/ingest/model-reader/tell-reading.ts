import type { Warning } from '@hippocamp/shared/schemas/common';

/** How the parts of one text were read. */
export interface ReadingTally {
  parts: number;
  unavailable: number;
  overBudget: number;
  /** Answers that could not be used at all. */
  refused: number;
  /** Statements of answers whose span, or a number or name of which, is not in the text, or that are none. */
  statements: number;
}

const locally = (count: number, { parts }: ReadingTally) =>
  `${count} of ${parts} ${parts === 1 ? 'part' : 'parts'} of the text ${count === 1 ? 'was' : 'were'} read by the local reader`;

const refusedOf = (tally: ReadingTally): string[] => [
  ...(tally.refused > 0
    ? [`The language model gave an answer that cannot be used: ${locally(tally.refused, tally)}.`]
    : []),
  ...(tally.statements > 0
    ? [`${tally.statements} of what the language model told is not said in the text in these words and was left out.`]
    : []),
];

/** What the caller should know of it; nothing where all went well. */
export function tellReading(tally: ReadingTally): Warning[] {
  const warnings: Warning[] = [];
  if (tally.unavailable > 0) {
    const message = `The language model does not answer: ${locally(tally.unavailable, tally)}.`;
    warnings.push({ code: 'llm_unavailable', message });
  }
  if (tally.overBudget > 0) {
    const message = `The calls of the language model for today are used up: ${locally(tally.overBudget, tally)}.`;
    warnings.push({ code: 'llm_budget', message });
  }
  const refused = refusedOf(tally);
  if (refused.length > 0) warnings.push({ code: 'llm_answer_refused', message: refused.join(' ') });
  return warnings;
}
