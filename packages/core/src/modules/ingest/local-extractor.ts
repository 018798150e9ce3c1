import type { Kept } from '@hippocamp/shared/language/judgement';
import { isAssistants } from '@hippocamp/shared/language/speaker';
import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import type { PlacedVerdict } from '@hippocamp/shared/language/verdict';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Extraction, Extractor, ReaderVersions } from '../../ports/extractor.js';
import type { Judge } from '../../ports/judge.js';
import type { Language } from '../../ports/language.js';
import { judgedPieces, verdictsOf } from './judged-pieces.js';
import { uncovered } from './uncovered.js';

export interface ExtractDependencies {
  language: Pick<Language, 'segment' | 'judge' | 'versions'>;
  /** Says what statements tell; null where their form has to do. */
  judge: Judge | null;
  /** Whether what an assistant tells is kept as what it told. */
  keepsAssistant: boolean;
}

const extraction = (text: string, statement: Statement, judgement: Kept, isJudged: boolean): Extraction => {
  const { content, start, end, context, contextBefore, speaker } = statement;
  const { tier, importance, confidence, tags, rationale, by, instructs, corrects, amends, perhapsUnmeant } = judgement;
  const judged = { memoryType: tier, importance, confidence, tags, rationale, by };
  const before = contextBefore === undefined ? {} : { contextBefore };
  const place = { sourceSpan: text.slice(start, end), start, end, context, ...before, speaker };
  const block = statement.block === null ? {} : { inBlock: true };
  const right = { ...(corrects ? { corrects } : {}), ...(amends ? { amends } : {}) };
  const meant = perhapsUnmeant ? { perhapsUnmeant } : {};
  return { content, ...judged, ...place, instructs, isJudged, ...block, ...right, ...meant };
};

/** Those that are kept: all, or all but what an assistant told. */
export const spokenBy = (extractions: readonly Extraction[], keepsAssistant: boolean): Extraction[] =>
  extractions.filter(({ speaker }) => keepsAssistant || !isAssistants(speaker));

/** What the local reader makes of a text. */
export interface LocalReading {
  statements: Statement[];
  extractions: Extraction[];
  /** Of each statement that was judged; none where form had to do. */
  verdicts: PlacedVerdict[];
  isJudged: boolean;
}

/** What a text says, and what of it is worth keeping, both in its order. */
export async function readLocally(
  tenant: TenantId,
  given: SourceText,
  { language, judge, keepsAssistant }: ExtractDependencies,
): Promise<LocalReading> {
  const statements = await language.segment(tenant, given);
  const said = statements.length > 0 ? await judge?.judge(tenant, judgedPieces(given, statements)) : [];
  const verdicts = said && verdictsOf(statements, said);
  const judgements = await language.judge(tenant, statements, verdicts);
  const isJudged = judge !== null && verdicts !== undefined;
  const found = statements.flatMap((statement, place) => {
    const judgement = judgements[place];
    if (!judgement?.keep) return [];
    return [extraction(given.text, judgement.joined ?? statement, judgement, isJudged)];
  });
  const extractions = spokenBy(found, keepsAssistant);
  const isKept = ({ start, end }: Statement) => extractions.some((one) => one.start <= start && end <= one.end);
  const placed = statements.flatMap((statement, place) => {
    const verdict = verdicts?.[place]?.[0];
    const { start, end } = statement;
    return verdict ? [{ ...verdict, start, end, isKept: isKept(statement) }] : [];
  });
  return { statements, extractions, verdicts: placed, isJudged };
}

/** Names who read: the judge, or the form alone where none answered. */
export const readerOf = (
  { language: { versions }, judge }: Pick<ExtractDependencies, 'language' | 'judge'>,
  { isJudged }: Pick<LocalReading, 'isJudged'>,
): ReaderVersions => ({ extractor: isJudged && judge ? judge.id : versions.extractor, prompt: versions.prompt });

/** The reader that ships with the service: form and a judge, without a network. */
export const createLocalExtractor = (dependencies: ExtractDependencies): Extractor => ({
  async extract(tenant, text) {
    const read = await readLocally(tenant, text, dependencies);
    const { statements, extractions, verdicts } = read;
    const leftOut = uncovered(statements, extractions);
    return { extractions, warnings: [], by: readerOf(dependencies, read), leftOut, verdicts };
  },
});
