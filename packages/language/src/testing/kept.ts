import type { Kept } from '@hippocamp/shared/language/judgement';
import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import { judge, type Verdicts } from '../judge/judge.js';
import { segment } from '../segment/segment.js';
import { withLanguages } from '../words/language-of.js';

export interface KeptStatement extends Statement, Omit<Kept, 'joined'> {
  sourceSpan: string;
}

/** The kept statements of a text, judged by their form alone unless `judged` is given. */
export async function keptIn(
  given: SourceText,
  judged: (statements: readonly Statement[]) => Promise<Verdicts> = async () => undefined,
): Promise<KeptStatement[]> {
  const statements = withLanguages(segment(given));
  const judgements = judge(statements, await judged(statements));
  return statements.flatMap((statement, place) => {
    const judgement = judgements[place];
    if (!judgement?.keep) return [];
    const { joined, ...verdict } = judgement;
    const kept = joined ?? statement;
    return [{ ...kept, ...verdict, sourceSpan: given.text.slice(kept.start, kept.end) }];
  });
}
