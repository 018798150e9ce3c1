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

/** Those that have a place in the texts. */
export async function* placedPages(drawn: Drawn, artifactIds: readonly string[]): AsyncGenerator<PlacedMemory[]> {
  for await (const page of drawnPages(drawn, artifactIds, 'place')) {
    yield page.flatMap(({ id, sourceArtifactId, span }) =>
      span ? [{ memoryId: id, artifactId: sourceArtifactId, span }] : [],
    );
  }
}

/** Places that a write looks at while it holds the lock of an owner. */
const MOST_PLACES = 5000;

/** Null where the texts have more places than a write looks at. */
export async function fewPlaces(drawn: Drawn, artifactIds: readonly string[]): Promise<PlacedMemory[] | null> {
  const found: PlacedMemory[] = [];
  for await (const page of placedPages(drawn, artifactIds)) {
    found.push(...page);
    if (found.length > MOST_PLACES) return null;
  }
  return found;
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
