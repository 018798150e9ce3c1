import type { Kept } from '@hippocamp/shared/language/judgement';
import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import type { Language } from '../../ports/language.js';
import type { EmbedMemories } from '../embedding/memory-embedder.js';

/** A candidate memory, as it is kept with its ingest until it is decided about. */
export interface Extraction {
  content: string;
  memoryType: Tier;
  /** 0..1 */
  importance: number;
  /** 0..1; below the threshold of the pipeline a person has to look at it. */
  confidence: number;
  tags: string[];
  /** A verbatim part of the text. */
  sourceSpan: string;
  /** Where the span lies in the text, in UTF-16 units: start inclusive, end exclusive. */
  start: number;
  end: number;
  rationale: string;
  /** Names what judged it; what an earlier release began to read has none. */
  by?: string;
  /** Where what was said before it lies in the text, at most 500 code points; null at the beginning. */
  context: { start: number; end: number } | null;
  /** It tries to instruct its reader, so a person has to look at it. */
  instructs?: boolean;
  /** The labelled speaker; null where nobody is labelled, or a role such as "user" is. */
  speaker?: string | null;
}

export interface ExtractDependencies {
  language: Pick<Language, 'segment' | 'judge'>;
  /** The model that statements are judged with; null where words have to do. */
  embedStatements: EmbedMemories | null;
}

const extraction = (text: string, statement: Statement, judgement: Kept): Extraction => {
  const { content, start, end, context, speaker } = statement;
  const { tier, importance, confidence, tags, rationale, by, instructs } = judgement;
  const judged = { memoryType: tier, importance, confidence, tags, rationale, by };
  return { content, ...judged, sourceSpan: text.slice(start, end), start, end, context, speaker, instructs };
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

/** What a text says that is worth keeping, in its order. */
export async function extract(
  tenant: TenantId,
  given: SourceText,
  { language, embedStatements }: ExtractDependencies,
): Promise<Extraction[]> {
  const statements = await language.segment(tenant, given);
  const judgements = await language.judge(tenant, statements, await vectorsOf(tenant, statements, embedStatements));
  return statements.flatMap((statement, place) => {
    const judgement = judgements[place];
    return judgement?.keep ? [extraction(given.text, judgement.joined ?? statement, judgement)] : [];
  });
}
