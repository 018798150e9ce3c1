import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { TransferKind, TransferLine } from '@hippocamp/shared/schemas/transfer';
import type { KeptReading, TenantRepositories } from '../../ports/records.js';
import { keysOf, unread } from '../facts/memory-keys.js';
import type { Making } from '../memories/new-memory.js';
import { contentHash } from '../memories/normalise.js';

type Of<Kind extends TransferKind> = Extract<TransferLine, { kind: Kind }>;

/** What was read of the contents of memories, before the transaction. */
export type Readings = ReadonlyMap<TransferLine, KeptReading>;

const keysFor = (tenant: TenantId, line: Of<'memory'>, readings: Readings) => {
  const reading = readings.get(line);
  return reading ? keysOf(tenant, line, reading) : unread;
};

export const idOf = (line: TransferLine): string => (line.kind === 'ingest' ? line.traceId : line.id);

const storeMemories = async (
  repositories: TenantRepositories,
  lines: readonly Of<'memory'>[],
  readings: Readings,
  { tenant, ageing, now }: Making,
) => {
  const tombstones = await repositories.transfer.removeTombstones(lines.map(idOf));
  const deleted = new Map(tombstones.map(({ id, version }) => [id, version]));
  const rows = lines.map((whole) => {
    const { kind: _kind, history: _history, ...line } = whole;
    return {
      ...line,
      version: Math.max(line.version, (deleted.get(line.id) ?? 0) + 1),
      contentHash: contentHash(line.content),
      ...keysFor(tenant, whole, readings),
      dueAt: ageing.dueAt(line),
    };
  });
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
  readings: Readings,
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
    readings,
    making,
  );
  for (const line of fresh) {
    if (line.kind === 'artifact') {
      const { kind: _kind, ...artifact } = line;
      await repositories.artifacts.insert(artifact);
    }
    if (line.kind === 'entity') {
      const { kind: _kind, ...entity } = line;
      await repositories.entities.insert([entity]);
    }
    if (line.kind === 'event') {
      const { kind: _kind, ...event } = line;
      await repositories.events.insert([event]);
    }
    if (line.kind === 'ingest') {
      const { kind: _kind, ...ingest } = line;
      await repositories.ingests.insert({ ...ingest, content: null, candidates: null, outcomes: null });
    }
  }
  const relations = fresh.filter((line) => line.kind === 'relation');
  if (relations.length > 0) await repositories.relations.add(relations.map(({ kind: _kind, ...relation }) => relation));
  return fresh;
}
