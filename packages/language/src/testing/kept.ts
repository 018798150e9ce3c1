import type { Kept } from '@hippocamp/shared/language/judgement';
import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import { segment } from '../segment/segment.js';
import { withLanguages } from '../segment/with-languages.js';
import { judge } from './heads.js';

export interface KeptStatement extends Statement, Omit<Kept, 'joined'> {
  sourceSpan: string;
}

/** What is kept of a text, as it is kept. */
export async function keptIn(given: SourceText): Promise<KeptStatement[]> {
  const statements = await withLanguages(segment(given));
  const judgements = judge(statements);
  return statements.flatMap((statement, place) => {
    const judgement = judgements[place];
    if (!judgement?.keep) return [];
    const { joined, ...verdict } = judgement;
    const kept = joined ?? statement;
    return [{ ...kept, ...verdict, sourceSpan: given.text.slice(kept.start, kept.end) }];
  });
}
