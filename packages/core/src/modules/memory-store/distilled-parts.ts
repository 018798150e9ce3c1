import { hasVisibleCharacter } from '@hippocamp/shared/schemas/common';
import type { MemoryRecord, Rewritten, Span, TenantRepositories } from '../../ports/records.js';
import { chunksOf } from '../in-parts.js';
import { pace } from '../waiting.js';
import { inLines, METHOD, sentencesIn } from './compose.js';
import { linesOf, piecesOf, saidIn } from './same-sentences.js';

/** A statement of a memory, and who takes it. */
export interface TakenPart extends Span {
  id: string;
  laterId: string;
}

type Told = Pick<MemoryRecord, 'content' | 'provenance'>;

/** The method of one that a client wrote anew. While it is shown, it is made of its sources no more. */
const REWRITTEN = 'rewritten';

export const isRewritten = ({ provenance }: Pick<MemoryRecord, 'provenance'>): boolean =>
  provenance?.method === REWRITTEN;

/** Undefined for what is not distilled. Its text may be as long as before, so its sentences are told no more. */
export const asRewritten = (provenance: MemoryRecord['provenance']): MemoryRecord['provenance'] | undefined =>
  Array.isArray(provenance?.sentences) ? { ...provenance, method: REWRITTEN, sentences: [] } : undefined;

/** Null where nobody can tell which source said what. */
export const attributedIn = ({ content, provenance }: Told) =>
  provenance?.method === METHOD ? sentencesIn(content, provenance.sentences) : null;

/** `from..to` without the parts, which are in order. */
function restOf(content: string, { start, end }: Span, parts: readonly Span[]): string {
  let left = '';
  let at = start;
  for (const part of parts) {
    left += content.slice(at, Math.max(at, Math.min(part.start, end)));
    at = Math.max(at, part.end);
  }
  return (left + content.slice(Math.min(at, end), end)).trim();
}

/** The sentences that are left stay attributed, so that they can be told apart later. Null if none can be told apart. */
export function withoutPartsOf(memory: Told, parts: readonly Span[]): Pick<Rewritten, 'content' | 'provenance'> | null {
  const sentences = attributedIn(memory);
  if (!sentences) return null;
  const inOrder = parts.toSorted((one, other) => one.start - other.start);
  const lines = sentences.flatMap(({ sourceId, ...place }) => {
    const text = restOf(memory.content, place, inOrder);
    return hasVisibleCharacter(text) ? [{ text, attribution: { sourceId } }] : [];
  });
  const left = inLines(lines);
  return { content: left.content, provenance: { ...memory.provenance, sentences: left.sentences } };
}

/** Memories of one statement, and sources of each that it looks at: an import may name that many. */
const TOGETHER = 50;
const LOOKED_AT = 1000;

/** Those that hold: any of them may be what a distilled memory is made of when it is made anew. */
async function sourcesOf({ lifecycle }: TenantRepositories, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const some of chunksOf(ids, TOGETHER)) {
    const places = some.map((id) => ({ id, after: null }));
    for (const { id, sourceIds } of await lifecycle.sourcesBeyond(places, LOOKED_AT)) {
      if (sourceIds.length === 0) continue;
      const held = await lifecycle.sourceVersions(sourceIds, LOOKED_AT);
      found.set(
        id,
        held.map((source) => source.id),
      );
    }
  }
  return found;
}

async function partsOfSources(
  { memories }: TenantRepositories,
  { memory, parts }: { memory: MemoryRecord; parts: readonly TakenPart[] },
  sourceIds: readonly string[],
): Promise<TakenPart[]> {
  const told = piecesOf(memory.content);
  const sought = parts.map((part) => ({ laterId: part.laterId, lines: linesOf(memory.content, told, part) }));
  const taken: TakenPart[] = [];
  for (const some of chunksOf(sourceIds, TOGETHER)) {
    for (const { id, ownerEntityId, content } of await memories.getMany(some)) {
      if (ownerEntityId !== memory.ownerEntityId) continue;
      const pieces = piecesOf(content);
      for (const { lines, laterId } of sought)
        taken.push(...saidIn(pieces, lines).map((place) => ({ ...place, id, laterId })));
      await pace();
    }
  }
  return taken;
}

/**
 * The same statements of the sources of distilled memories, which would come back when these are made anew. Archived
 * sources are in no index, so nothing new is compared with them.
 */
export async function takenFromSources(
  repositories: TenantRepositories,
  known: readonly MemoryRecord[],
  parts: ReadonlyMap<string, readonly TakenPart[]>,
): Promise<TakenPart[]> {
  const sources = await sourcesOf(
    repositories,
    known.map(({ id }) => id),
  );
  const taken: TakenPart[] = [];
  for (const memory of known) {
    const sourceIds = sources.get(memory.id);
    if (sourceIds)
      taken.push(...(await partsOfSources(repositories, { memory, parts: parts.get(memory.id) ?? [] }, sourceIds)));
  }
  return taken;
}
