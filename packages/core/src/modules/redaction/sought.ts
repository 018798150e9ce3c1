import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { IngestAnswerSize, IngestResult, Span } from '../../ports/records.js';
import { groupBy, inParts } from '../in-parts.js';
import { type Places, placesIn } from '../text/places-in.js';
import { createTextMap } from '../text/text-keys.js';
import { batchesOf } from '../text/word-batch.js';
import { pace } from '../waiting.js';
import type { Forgotten } from './forgotten.js';
import { ANSWER_BYTES, answerOf } from './redact-answer.js';
import { plainLines, type WordSearch } from './word-search.js';

/** By memory id and review id. */
export type ForgottenById = ReadonlyMap<string, Forgotten>;

export interface Mentioned {
  /** The wordings of the answers themselves. */
  said: Set<string>;
  of: Set<Forgotten>;
}

export interface Sought extends Mentioned {
  spans: Span[];
}

export const nothing = (): Sought => ({ spans: [], said: new Set(), of: new Set() });

/** The forgotten memories that an answer mentions. */
export function mentionedIn({ acceptedMemories, rejectedMemories }: IngestAnswer, forgotten: ForgottenById): Mentioned {
  const mentioned = nothing();
  for (const candidate of [...acceptedMemories, ...rejectedMemories]) {
    const { memoryId, duplicateOf, reviewId, content, sourceSpan } = candidate;
    const memory = forgotten.get(memoryId ?? duplicateOf ?? reviewId ?? '');
    if (!memory || memory.keeps === content) continue;
    mentioned.of.add(memory);
    for (const wording of [content, sourceSpan]) if (wording !== memory.keeps) mentioned.said.add(wording);
  }
  return mentioned;
}

/** By artifact id. */
export async function soughtIn(
  forgotten: ForgottenById,
  results: readonly IngestResult[],
): Promise<ReadonlyMap<string, Sought>> {
  const sought = new Map<string, Sought>();
  const of = (artifactId: string): Sought => {
    const found = sought.get(artifactId) ?? nothing();
    sought.set(artifactId, found);
    return found;
  };
  for (const memory of forgotten.values()) {
    if (memory.artifactId === null) continue;
    const found = of(memory.artifactId);
    found.of.add(memory);
    if (memory.span) found.spans.push(memory.span);
  }
  for (const row of results) {
    if (row.artifactId === null) continue;
    const mentioned = mentionedIn(answerOf(row), forgotten);
    const found = of(row.artifactId);
    for (const wording of mentioned.said) found.said.add(wording);
    for (const memory of mentioned.of) found.of.add(memory);
    await pace();
  }
  return sought;
}

/** Equal for those that mention the same memories. */
export const mentionKey = ({ of }: Pick<Mentioned, 'of'>): string =>
  Array.from(of, ({ id }) => id)
    .sort()
    .join(' ');

/** The words that are sought in some texts. */
export interface Look extends Mentioned {
  texts: readonly string[];
}

/** Looks for the same memories are made together, as a long history may be read for each. */
export async function lookThrough<Given extends Look>(
  looks: readonly Given[],
  search: WordSearch,
  lines: 'as they are' | 'plain' = 'as they are',
): Promise<(Given & { places: Places })[]> {
  const isPlain = lines === 'plain';
  const told = new Map<string, Places>();
  for (const [key, some] of groupBy(looks, mentionKey)) {
    const of = some[0]?.of ?? [];
    const texts = some.flatMap((look) => look.texts);
    told.set(key, await placesIn(texts, isPlain ? search.plainBatchesOf(of) : search.batchesOf(of)));
  }
  const found: (Given & { places: Places })[] = [];
  for (const look of looks) {
    const of = told.get(mentionKey(look));
    const own = await placesIn(look.texts, batchesOf(isPlain ? plainLines(look.said) : look.said));
    const placesOf = (text: string) => [...(of?.get(text) ?? []), ...(own.get(text) ?? [])];
    found.push({ ...look, places: createTextMap(look.texts.map((text) => [text, placesOf(text)] as const)) });
  }
  return found;
}

export interface Part {
  artifactIds: string[];
  traceIds: string[];
}

const MOST_ROWS = 1000;

/** A text and its answers belong together. An answer without a text is by itself. */
export function partsOf(
  artifactIds: readonly string[],
  answers: readonly IngestAnswerSize[],
  bytesOfText: (id: string) => number,
): Part[] {
  const byText = groupBy(answers, ({ artifactId, traceId }) => artifactId ?? traceId);
  const keys = [...new Set([...artifactIds, ...byText.keys()])];
  const own = new Set(artifactIds);
  const bytesOf = (key: string) => (byText.get(key) ?? []).reduce((sum, { bytes }) => sum + bytes, bytesOfText(key));
  return inParts(keys, { units: ANSWER_BYTES, unitsOf: bytesOf, rows: MOST_ROWS }).map((part) => ({
    artifactIds: part.filter((key) => own.has(key)),
    traceIds: part.flatMap((key) => (byText.get(key) ?? []).map(({ traceId }) => traceId)),
  }));
}
