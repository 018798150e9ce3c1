import type { TransferKind, TransferLine } from '@hippocamp/shared/schemas/transfer';
import type { TenantRepositories } from '../../ports/records.js';
import type { Making } from '../memories/new-memory.js';
import { contentHash } from '../memories/normalise.js';

type Of<Kind extends TransferKind> = Extract<TransferLine, { kind: Kind }>;

export const idOf = (line: TransferLine): string => (line.kind === 'ingest' ? line.traceId : line.id);

/** Counters of an import begin here at most: nobody changes a memory as often as there is room above. */
const MOST_COUNTED = 1_000_000_000;

/**
 * A history ends at the version of its memory: an entry beyond it, which an export may hold of a memory that changed while it
 * was read, would stand in the way of the next change.
 */
const withRoom = (line: Of<'memory'>): Of<'memory'> => {
  const beyond = Math.max(0, line.version - MOST_COUNTED);
  const version = line.version - beyond;
  const history = line.history
    .map((entry) => ({ ...entry, version: entry.version - beyond }))
    .filter((entry) => entry.version >= 1 && entry.version <= version);
  return { ...line, version, history, accessCount: Math.min(line.accessCount, MOST_COUNTED) };
};

const storeMemories = async (repositories: TenantRepositories, given: readonly Of<'memory'>[], making: Making) => {
  const lines = given.map(withRoom);
  const { tenant, facts, ageing, now } = making;
  const tombstones = await repositories.transfer.removeTombstones(lines.map(idOf));
  const deleted = new Map(tombstones.map(({ id, version }) => [id, version]));
  const rows = lines.map(({ kind: _kind, history: _history, ...line }) => ({
    ...line,
    version: Math.max(line.version, (deleted.get(line.id) ?? 0) + 1),
    contentHash: contentHash(line.content),
    ...facts.keys(tenant, line),
    dueAt: ageing.dueAt(line),
  }));
  await repositories.memories.insert(rows);
  await repositories.transfer.restore(rows);
  await repositories.history.add(
    lines.flatMap(({ id, history }) => history.map((entry) => ({ memoryId: id, ...entry }))),
  );
  await repositories.lifecycle.addSources(
    lines.map(({ id, distilledFrom }) => ({ memoryId: id, sourceIds: distilledFrom })),
  );
  await repositories.outbox.ring(
    lines.map(({ id }) => ({ kind: 'index', ref: id })),
    now,
    now,
  );
};

/** Stores lines of one kind, ids that are there already left out. Answers which were stored. */
export async function storeLines(
  repositories: TenantRepositories,
  lines: readonly TransferLine[],
  making: Making,
): Promise<TransferLine[]> {
  const [first] = lines;
  if (!first) return [];
  const taken = new Set(await repositories.transfer.present(first.kind, lines.map(idOf)));
  const fresh = lines.filter((line) => {
    const id = idOf(line);
    const isFresh = !taken.has(id);
    taken.add(id);
    return isFresh;
  });
  await storeMemories(
    repositories,
    fresh.filter((line) => line.kind === 'memory'),
    making,
  );
  for (const line of fresh) {
    if (line.kind === 'artifact') {
      const { kind: _kind, ...artifact } = line;
      await repositories.artifacts.insert(artifact);
    }
    if (line.kind === 'entity') {
      const { kind: _kind, ...entity } = line;
      await repositories.entities.insert([{ ...entity, version: Math.min(entity.version, MOST_COUNTED) }]);
    }
    if (line.kind === 'event') {
      const { kind: _kind, ...event } = line;
      await repositories.events.insert([event]);
    }
    if (line.kind === 'ingest') {
      const { kind: _kind, ...ingest } = line;
      await repositories.ingests.insert({ ...ingest, content: null, candidates: null });
    }
  }
  const relations = fresh.filter((line) => line.kind === 'relation');
  if (relations.length > 0) await repositories.relations.add(relations.map(({ kind: _kind, ...relation }) => relation));
  return fresh;
}
