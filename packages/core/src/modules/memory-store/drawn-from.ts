import type { DrawnMemory, DrawnRequest, Span, TenantRepositories } from '../../ports/records.js';
import { chunksOf, pagesOf } from '../in-parts.js';
import { pace } from '../waiting.js';

type Drawn = Pick<TenantRepositories, 'memories'>;

/** A look goes through all that was drawn from the texts, so its page is not small. */
const PAGE = 5000;
/** Contexts that are read at once. */
const CONTEXTS = 500;

/** Memories of raw texts, in parts: a client may store any number that name one. */
export async function* drawnPages(
  { memories }: Drawn,
  artifactIds: readonly string[],
  having: DrawnRequest['having'],
): AsyncGenerator<DrawnMemory[]> {
  if (artifactIds.length === 0) return;
  const read = (after: DrawnMemory | null) =>
    memories.drawnFrom(artifactIds, { having, after: after?.id ?? null, limit: PAGE });
  for await (const page of pagesOf(PAGE, read)) {
    yield page;
    await pace();
  }
}

export interface PlacedMemory {
  memoryId: string;
  artifactId: string;
  span: Span;
}

const placedAmong = (drawn: readonly DrawnMemory[]): PlacedMemory[] =>
  drawn.flatMap(({ id, sourceArtifactId, span }) =>
    span ? [{ memoryId: id, artifactId: sourceArtifactId, span }] : [],
  );

/** Those that have a place in the texts. */
export async function* placedPages(drawn: Drawn, artifactIds: readonly string[]): AsyncGenerator<PlacedMemory[]> {
  for await (const page of drawnPages(drawn, artifactIds, 'place')) {
    yield placedAmong(page);
  }
}

/** Memories of texts that a write looks at while it holds the lock of an owner. A client may store any number. */
const MOST_DRAWN = 5000;

/** Null where more memories name the texts than a write looks at, with places or without. */
export async function fewPlaces({ memories }: Drawn, artifactIds: readonly string[]): Promise<PlacedMemory[] | null> {
  if (artifactIds.length === 0) return [];
  const drawn = await memories.drawnFrom(artifactIds, { having: 'any', after: null, limit: MOST_DRAWN + 1 });
  return drawn.length > MOST_DRAWN ? null : placedAmong(drawn);
}

/** Contexts of memories of the texts, without those that are not meant. */
export async function* contextPages(
  drawn: Drawn,
  artifactIds: readonly string[],
  isMeant: (id: string) => boolean,
): AsyncGenerator<{ id: string; artifactId: string; context: string }[]> {
  for await (const page of drawnPages(drawn, artifactIds, 'context')) {
    const meant = page.filter(({ id }) => isMeant(id));
    for (const some of chunksOf(meant, CONTEXTS)) {
      const contexts = new Map((await drawn.memories.contexts(some.map(({ id }) => id))).map((row) => [row.id, row]));
      yield some.flatMap(({ id, sourceArtifactId }) => {
        const context = contexts.get(id)?.context;
        return context === undefined ? [] : [{ id, artifactId: sourceArtifactId, context }];
      });
      await pace();
    }
  }
}
