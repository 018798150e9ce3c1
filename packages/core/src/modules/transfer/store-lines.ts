import { Problem } from '@hippocamp/shared/problems';
import type { HistoryLine, TransferKind, TransferLine } from '@hippocamp/shared/schemas/transfer';
import { createTermMap } from '@hippocamp/shared/text/term-map';
import {
  type HistoryEntry,
  type IngestOrder,
  type KeptReading,
  MOST_ASKED,
  MOST_NAMED,
  type NewMemory,
  type Restored,
  type TenantRecords,
  type TenantRepositories,
} from '../../ports/records.js';
import { contentHash, keysOf, unread } from '../facts/facts.js';
import { externalIdTaken } from '../graph/owners.js';
import { inParts, type PartBounds } from '../in-parts.js';
import { entryUnits } from '../memory-store/history-of.js';
import type { WriteContext } from '../memory-store/new-memory.js';
import { pace } from '../waiting.js';

type Of<Kind extends TransferKind> = Extract<TransferLine, { kind: Kind }>;

export const idOf = (line: TransferLine): string => (line.kind === 'ingest' ? line.traceId : line.id);

export function ownersOf(line: TransferLine): string[] {
  if (line.kind === 'entity') return [line.id];
  if (line.kind === 'event') return line.actorEntityId ? [line.actorEntityId] : [];
  if (line.kind === 'relation') return [line.fromId, line.toId];
  const owner = line.kind === 'ingest' ? line.request.ownerEntityId : line.ownerEntityId;
  return owner ? [owner] : [];
}

type Entry = HistoryLine['history'][number];

/** Entries of a history that one statement writes. */
const TOGETHER: PartBounds<Pick<HistoryEntry, 'before' | 'after'>> = { units: 200_000, rows: 500, unitsOf: entryUnits };

/** Larger counters of an import are cut to this, so that they have room to grow. */
const MOST_COUNTED = 1_000_000_000;

/** Drops entries beyond the memory's version, which would stand in the way of the next change. */
const withRoom = (line: Of<'memory'>): Of<'memory'> => {
  const beyond = Math.max(0, line.version - MOST_COUNTED);
  const version = line.version - beyond;
  const history = line.history
    .map((entry) => ({ ...entry, version: entry.version - beyond }))
    .filter((entry) => entry.version >= 1 && entry.version <= version);
  return { ...line, version, history, accessCount: Math.min(line.accessCount, MOST_COUNTED) };
};

/** Made before the transaction, which must not wait for a reading. */
export interface PreparedLine {
  line: TransferLine;
  memory: { row: NewMemory & Restored; line: Of<'memory'> } | null;
}

export const prepareLine = (
  given: TransferLine,
  reading: KeptReading | null,
  { tenant, ageing }: WriteContext,
): PreparedLine => {
  if (given.kind !== 'memory') return { line: given, memory: null };
  const line = withRoom(given);
  const { kind: _kind, history: _history, ...rest } = line;
  const row = {
    ...rest,
    contentHash: contentHash(line.content),
    ...(reading ? keysOf(tenant, line, reading) : unread),
    dueAt: ageing.dueAt(line),
  };
  return { line: given, memory: { row, line } };
};

const storeMemories = async (
  repositories: TenantRepositories,
  prepared: readonly NonNullable<PreparedLine['memory']>[],
  now: Date,
) => {
  const lines = prepared.map(({ line }) => line);
  const tombstones = await repositories.transfer.removeTombstones(lines.map(idOf));
  const deleted = new Map(tombstones.map(({ id, version }) => [id, version]));
  const rows = prepared.map(({ row }) => ({ ...row, version: Math.max(row.version, (deleted.get(row.id) ?? 0) + 1) }));
  await repositories.memories.insert(rows);
  await repositories.transfer.restore(rows);
  const entries = lines.flatMap(({ id, history }) => history.map((entry) => ({ memoryId: id, ...entry })));
  for (const part of inParts<HistoryEntry>(entries, TOGETHER)) await repositories.history.add(part);
  await repositories.lifecycle.addSources(
    lines.map(({ id, distilledFrom }) => ({ memoryId: id, sourceIds: distilledFrom })),
  );
  await repositories.outbox.enqueue(
    lines.map(({ id }) => ({ kind: 'index', ref: id })),
    now,
    now,
  );
};

/** With two texts nobody could say which one the ingest read. */
const ingestTaken = () =>
  new Problem('conflict', 'Another artifact has this ingestTraceId: an ingest has one raw text.');

/** Whoever takes words out of a text looks through its ingest. */
const textTaken = () => new Problem('conflict', 'Another ingest has this artifactId: a raw text is of one ingest.');

const storeArtifact = async (
  { artifacts }: Pick<TenantRepositories, 'artifacts'>,
  { kind: _kind, ...artifact }: Of<'artifact'>,
  now: Date,
) => {
  const { ingestTraceId } = artifact;
  if (ingestTraceId !== null && (await artifacts.isOfIngest(ingestTraceId))) throw ingestTaken();
  await artifacts.insert({ ...artifact, instructs: null }, now);
};

const storeIngest = async (
  { ingests }: Pick<TenantRepositories, 'ingests'>,
  { kind: _kind, request, ...ingest }: Of<'ingest'>,
  now: Date,
) => {
  if (ingest.artifactId !== null && (await ingests.isOfText(ingest.artifactId))) throw textTaken();
  // Work that was due at the source is not due here.
  const { model, ...asked } = request as IngestOrder;
  const order = { ...asked, ...(model && model.state !== 'due' ? { model } : {}) };
  // One that was under way at the source ended with its export; without an end it would be kept for ever.
  const finishedAt = ingest.finishedAt ?? now;
  await ingests.insert({ ...ingest, finishedAt, request: order, content: null, candidates: null, outcomes: null });
};

/** A page of decided reviews shows each memory that one names. */
const namedBy = ({ state, otherIds }: Of<'review'>) => otherIds.slice(0, state === 'open' ? MOST_ASKED : MOST_NAMED);

const storeOne = async (repositories: TenantRepositories, line: TransferLine, now: Date) => {
  const { entities, events, reviews } = repositories;
  if (line.kind === 'artifact') await storeArtifact(repositories, line, now);
  if (line.kind === 'entity') {
    const { kind: _kind, ...entity } = line;
    const version = Math.min(entity.version, MOST_COUNTED);
    if ((await entities.insert([{ ...entity, version }])) === 0) throw externalIdTaken();
  }
  if (line.kind === 'event') {
    const { kind: _kind, ...event } = line;
    await events.insert([event]);
  }
  if (line.kind === 'ingest') await storeIngest(repositories, line, now);
  if (line.kind === 'review') {
    const { about, candidate, ...review } = line;
    const hash = candidate && contentHash(candidate.content);
    await reviews.add([{ ...review, kind: about, candidate, contentHash: hash, otherIds: namedBy(line) }]);
  }
};

/** The lines of one kind whose ids are new, each id once. */
export async function freshLines(
  { transfer }: Pick<TenantRepositories, 'transfer'>,
  lines: readonly TransferLine[],
): Promise<TransferLine[]> {
  const [first] = lines;
  if (!first) return [];
  const taken = new Set(await transfer.present(first.kind, lines.map(idOf)));
  return lines.filter((line) => {
    const id = idOf(line);
    const isFresh = !taken.has(id);
    taken.add(id);
    return isFresh;
  });
}

/** Each version once, as it comes last, in parts from the earliest on. */
const partsOf = (given: readonly Entry[]): Entry[][] => {
  const entries = [...createTermMap(given.map((entry) => [entry.version, entry] as const)).values()];
  return inParts<Entry>(
    entries.sort((one, other) => one.version - other.version),
    TOGETHER,
  );
};

/** Why entries of a history were not taken: there is no such memory, or they were forgotten, or come too late. */
export type NotTaken = 'no_memory' | 'no_place';

/**
 * Without any stored entry the history was forgotten, and stays so. `begins` says when the memory was changed last where
 * the history begins here: it is taken as long as that is so.
 */
async function storePart(
  { memories, history }: Pick<TenantRepositories, 'memories' | 'history'>,
  { memoryId, begins }: { memoryId: string; begins: Date | undefined },
  part: readonly Entry[],
): Promise<NotTaken | null> {
  const memory = await memories.get(memoryId, { lock: true });
  if (!memory) return 'no_memory';
  const [earliest] = await history.page([memoryId], null, 1);
  if (!earliest && memory.updatedAt.getTime() !== begins?.getTime()) return 'no_place';
  const begun = earliest?.version ?? 0;
  const versions = part.map(({ version }) => version);
  const taken = new Set(await history.versions(memoryId, versions));
  const fresh = part.filter(({ version }) => version > begun && version <= memory.version && !taken.has(version));
  await history.add(fresh.map((entry) => ({ memoryId, ...entry })));
  return versions.some((version) => version < begun) ? 'no_place' : null;
}

/**
 * Each part in a transaction of its own, so that nobody waits long for it. Between two of them the history may be
 * forgotten, so only the first begins one. Null where all was taken, was there, or is newer than the memory.
 */
export async function storeHistory(
  own: Pick<TenantRecords, 'transaction'>,
  { memoryId, memoryUpdatedAt, history }: HistoryLine,
): Promise<NotTaken | null> {
  let begins = memoryUpdatedAt;
  let lost: NotTaken | null = null;
  for (const part of partsOf(history)) {
    const notTaken = await own.transaction((repositories) => storePart(repositories, { memoryId, begins }, part));
    if (notTaken === 'no_memory') return notTaken;
    lost ??= notTaken;
    begins = undefined;
    await pace();
  }
  return lost;
}

/** Skips ids that exist already, and relations whose edge does. Answers the stored lines. */
export async function storeLines(
  repositories: TenantRepositories,
  prepared: readonly PreparedLine[],
  now: Date,
): Promise<TransferLine[]> {
  const fresh = await freshLines(
    repositories,
    prepared.map(({ line }) => line),
  );
  const isFresh = new Set(fresh);
  const memories = prepared.flatMap(({ line, memory }) => (memory && isFresh.has(line) ? [memory] : []));
  await storeMemories(repositories, memories, now);
  for (const line of fresh) await storeOne(repositories, line, now);
  const relations = fresh.filter((line) => line.kind === 'relation');
  if (relations.length === 0) return fresh;
  const added = new Set(await repositories.relations.add(relations.map(({ kind: _kind, ...relation }) => relation)));
  return fresh.filter((line) => line.kind !== 'relation' || added.has(line.id));
}
