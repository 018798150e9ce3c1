import type { Statement } from '@hippocamp/shared/language/statement';
import type { Verdict } from '@hippocamp/shared/language/verdict';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Judge } from '../../ports/judge.js';
import type { Language } from '../../ports/language.js';
import { aloneAs, type ExtractDependencies, inPieces, readLocally } from './local-extractor.js';

export interface WholeTextDependencies extends Pick<ExtractDependencies, 'judge'> {
  language: ExtractDependencies['language'] & Pick<Language, 'unsaid'>;
}

interface WholeReading {
  /** A judge, or without one the wording, finds that it tries to steer its reader. */
  steers: boolean;
  /** Its wording tries to, whatever a judge finds. */
  isWorded: boolean;
  isJudged: boolean;
}

/** Undefined when no judge answers. */
async function verdictsAlone(
  tenant: TenantId,
  statements: readonly Statement[],
  judge: Judge | null,
): Promise<(Verdict | null)[][] | undefined> {
  const pieces = statements.map(({ words }) => inPieces(words));
  const said = statements.length === 0 ? [] : await judge?.judge(tenant, pieces.flat().map(aloneAs));
  let end = 0;
  return (
    said &&
    pieces.map(({ length }) => {
      end += length;
      return said.slice(end - length, end);
    })
  );
}

/** Reads all of a text, also what stands in none of its statements, as in code and comments. Null for one without words. */
export async function readWhole(
  tenant: TenantId,
  text: string,
  { language, judge }: WholeTextDependencies,
): Promise<WholeReading | null> {
  const reading = { language, judge, keepsAssistant: true, looksTwice: true };
  const { statements, extractions, isJudged } = await readLocally(tenant, { text, source: 'note' }, reading);
  const unsaid = await language.unsaid(tenant, text, statements);
  const all: Statement[] = [...statements, ...unsaid];
  if (all.length === 0) return null;
  const verdicts = await verdictsAlone(tenant, unsaid, judge);
  const judgements = await language.judge(tenant, unsaid, verdicts);
  return {
    steers: [...extractions, ...judgements].some((one) => 'instructs' in one && one.instructs === true),
    isWorded: all.some(({ instructs }) => instructs),
    isJudged: isJudged && verdicts !== undefined,
  };
}
