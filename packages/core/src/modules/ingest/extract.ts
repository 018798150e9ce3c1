import type { Kept } from '@hippocamp/shared/language/judgement';
import { isAssistants } from '@hippocamp/shared/language/speaker';
import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Extraction, Extractor } from '../../ports/extractor.js';
import type { Language } from '../../ports/language.js';
import type { EmbedMemories } from '../embedding/memory-embedder.js';
import { uncovered } from './uncovered.js';

export interface ExtractDependencies {
  language: Pick<Language, 'segment' | 'judge' | 'versions'>;
  /** The model that statements are judged with; null where words have to do. */
  embedStatements: EmbedMemories | null;
  /** Whether what an assistant tells is kept as what it told. */
  keepsAssistant: boolean;
}

const extraction = (text: string, statement: Statement, judgement: Kept): Extraction => {
  const { content, start, end, context, contextBefore, speaker } = statement;
  const { tier, importance, confidence, tags, rationale, by, instructs, corrects } = judgement;
  const judged = { memoryType: tier, importance, confidence, tags, rationale, by };
  const before = contextBefore === undefined ? {} : { contextBefore };
  const place = { sourceSpan: text.slice(start, end), start, end, context, ...before, speaker };
  const block = statement.block === null ? {} : { inBlock: true };
  return { content, ...judged, ...place, instructs, ...block, ...(corrects ? { corrects } : {}) };
};

/** One for each statement, null for those that need none; undefined where words have to do. */
async function vectorsOf(
  tenant: TenantId,
  statements: readonly Statement[],
  embed: EmbedMemories | null,
): Promise<(Float32Array | null)[] | undefined> {
  const open = statements.filter(({ vain }) => !vain);
  const vectors = await embed?.(
    tenant,
    open.map(({ told }) => told),
  ).catch(() => undefined);
  if (vectors === undefined) return undefined;
  const vectorOf = new Map(open.map((statement, place) => [statement, vectors[place] ?? null]));
  return statements.map((statement) => vectorOf.get(statement) ?? null);
}

/** Those that are kept: all, or all but what an assistant told. */
export const spokenBy = (extractions: readonly Extraction[], keepsAssistant: boolean): Extraction[] =>
  extractions.filter(({ speaker }) => keepsAssistant || !isAssistants(speaker));

/** What a text says, and what of it is worth keeping, both in its order. */
export async function readLocally(
  tenant: TenantId,
  given: SourceText,
  { language, embedStatements, keepsAssistant }: ExtractDependencies,
): Promise<{ statements: Statement[]; extractions: Extraction[] }> {
  const statements = await language.segment(tenant, given);
  const judgements = await language.judge(tenant, statements, await vectorsOf(tenant, statements, embedStatements));
  const extractions = statements.flatMap((statement, place) => {
    const judgement = judgements[place];
    return judgement?.keep ? [extraction(given.text, judgement.joined ?? statement, judgement)] : [];
  });
  return { statements, extractions: spokenBy(extractions, keepsAssistant) };
}

/** The reader that ships with the service: rules and heads, without a network. */
export const createLocalExtractor = (dependencies: ExtractDependencies): Extractor => ({
  async extract(tenant, text) {
    const { extractor, prompt } = dependencies.language.versions;
    const { statements, extractions } = await readLocally(tenant, text, dependencies);
    return { extractions, warnings: [], by: { extractor, prompt }, leftOut: uncovered(statements, extractions) };
  },
});
