import type { MemoryChanges, MemoryRecord, TenantRepositories } from '../../ports/records.js';
import { changeMemory, contentHash } from '../facts/facts.js';
import { leaveUnnamed } from '../graph/leave-graph.js';
import { chunksOf, gathered } from '../in-parts.js';
import { mayBeginApart } from '../memory-store/begins-apart.js';
import { historyOf } from '../memory-store/history-of.js';
import { takeFromDistilled } from '../memory-store/withdraw.js';
import { sharedPlaces } from '../text/shared-words.js';
import { pace } from '../waiting.js';
import { createContextLook } from './contexts-of-texts.js';
import { distilledWithout } from './distilled-without.js';
import { allWords, type Forgotten, pastWordings, wordsBeside } from './forgotten.js';
import { COMPARED, type EarlierTexts, findLater, type Later, redactLater, TELLING_ROW } from './later-words.js';
import { quotedLengthOf, type WithoutTaken, type Written, withoutTaken } from './quoted-words.js';
import { findTraces, redactTraces } from './traces.js';
import { wordingsOf } from './wordings-of.js';

interface Quoting extends WithoutTaken {
  memory: MemoryRecord;
}

/** Memories whose earliest contents are read at once. Those may be longer than the present ones. */
const TOGETHER = 50;

/** Null where the history tells no content. */
async function earliestTold({ history }: TenantRepositories, id: string): Promise<string | null> {
  for await (const { before, after } of historyOf(history, [id]))
    for (const state of [before, after]) if (typeof state?.content === 'string') return state.content;
  return null;
}

const isReworded = ({ provenance }: MemoryRecord): boolean => provenance?.reworded === true;

/** What the readers wrote, by memory id, or the earliest that is known. */
async function writtenOf(
  repositories: TenantRepositories,
  memories: readonly MemoryRecord[],
): Promise<Map<string, Written>> {
  const changed = memories.filter(({ version }) => version > 1);
  const first = await repositories.history.at(changed.map(({ id }) => ({ memoryId: id, version: 1 })));
  const written = new Map<string, Written>();
  for (const { memoryId, after } of first)
    if (typeof after?.content === 'string') written.set(memoryId, { content: after.content, isReaders: true });
  for (const memory of memories) {
    const { id, version, content } = memory;
    if (written.has(id)) continue;
    const told = version > 1 ? await earliestTold(repositories, id) : null;
    written.set(id, { content: told ?? content, isReaders: !isReworded(memory) });
  }
  return written;
}

interface Known {
  memory: MemoryRecord;
  was: Written;
}

async function* knownOf(repositories: TenantRepositories, memories: readonly MemoryRecord[]): AsyncGenerator<Known> {
  for (const some of chunksOf(memories, TOGETHER)) {
    const written = await writtenOf(repositories, some);
    for (const memory of some) {
      const was = written.get(memory.id);
      if (was) yield { memory, was };
      await pace();
    }
  }
}

const contentsOf = ({ memory, was }: Known): string[] => [memory.content, was.content];

async function quotingOf(
  repositories: TenantRepositories,
  memories: readonly MemoryRecord[],
  { texts, least }: EarlierTexts,
): Promise<Quoting[]> {
  const quoting: Quoting[] = [];
  const mayQuote = memories.filter((memory) => quotedLengthOf(memory) > 0);
  const unitsOf = ({ memory, was }: Known) => memory.content.length + was.content.length;
  for await (const known of gathered(knownOf(repositories, mayQuote), { units: COMPARED, unitsOf })) {
    const earlier = await sharedPlaces(known.flatMap(contentsOf), texts, least);
    for (const { memory, was } of known) {
      const left = withoutTaken(memory, was, earlier);
      if (left) quoting.push({ memory, ...left });
      await pace();
    }
  }
  return quoting;
}

/** The index job reads the new content. */
async function rewrite(repositories: TenantRepositories, { memory: { id }, content }: Quoting, now: Date) {
  const after = await changeMemory(repositories, id, { content, contentHash: contentHash(content) }, now);
  if (after) await leaveUnnamed(repositories, after);
}

async function forgottenOf(repositories: TenantRepositories, quoting: readonly Quoting[]): Promise<Forgotten[]> {
  const contents = new Map(quoting.map(({ memory, content }) => [memory.id, content]));
  const rows = await wordingsOf(repositories, [...contents.keys()]);
  return rows.map(({ id, ownerEntityId, content, told, sourceArtifactId }) => {
    const keeps = contents.get(id) ?? content;
    const wordings = wordsBeside(keeps, [content], told);
    return { id, ownerEntityId, keeps, wordings, artifactId: sourceArtifactId, span: null };
  });
}

const idsOf = (quoting: readonly Quoting[]): string[] => quoting.map(({ memory }) => memory.id);

async function takeFromQuoting(
  repositories: TenantRepositories,
  memories: readonly MemoryRecord[],
  earlier: EarlierTexts,
  now: Date,
): Promise<string[]> {
  const quoting = await quotingOf(repositories, memories, earlier);
  if (quoting.length === 0) return [];
  // A client left out what the others took; only their history still tells it, and what was distilled of them.
  const changed = quoting.filter(({ memory, content }) => content !== memory.content);
  const leftOut = quoting.filter(({ memory, content }) => content === memory.content);
  const traces = await findTraces(repositories, await forgottenOf(repositories, quoting));
  for (const one of changed) await rewrite(repositories, one, now);
  await redactTraces(repositories, traces, now);
  const spares = await distilledWithout(repositories, leftOut, earlier);
  const taking = { now, tags: new Set<string>() };
  const { touched } = await takeFromDistilled(repositories, idsOf(changed), taking);
  const { touched: others } = await takeFromDistilled(repositories, idsOf(leftOut), { ...taking, spares });
  const ids = idsOf(quoting);
  await repositories.history.forget(ids);
  await repositories.idempotency.forget(ids);
  return [...idsOf(changed), ...touched, ...others];
}

/** Removes quoted words of deleted messages, in the transaction of the deletion. Answers the ids to index. */
export async function forgetQuoted(
  repositories: TenantRepositories,
  later: Later,
  earlier: EarlierTexts,
  now: Date,
): Promise<string[]> {
  await redactLater(repositories, later, earlier, now);
  const touched: string[] = [];
  for (const part of later.memories) {
    touched.push(...(await takeFromQuoting(repositories, await repositories.memories.getMany(part), earlier, now)));
  }
  return touched;
}

export async function findWords(
  repositories: TenantRepositories,
  memoryIds: readonly string[],
  forgotten: readonly Forgotten[],
) {
  const traces = await findTraces(repositories, forgotten);
  const later = await findLater(repositories, { memoryIds, artifactIds: traces.artifactIds });
  const texts = allWords(forgotten);
  const look = createContextLook(traces.search);
  const of = new Set(forgotten);
  for (const part of later.memories) {
    const rows = await repositories.memories.getMany(part);
    await look.add(
      rows.map(({ id, context }) => ({ id, context })),
      { said: new Set(), of },
    );
  }
  return { traces, later, texts, contextsOf: [...traces.contextsOf, ...(await look.holding())] };
}

/** `keptIn` names the memories that keep some of the words. */
export async function takeOut(
  repositories: TenantRepositories,
  { traces, later, texts }: Awaited<ReturnType<typeof findWords>>,
  now: Date,
) {
  const keptIn = await redactTraces(repositories, traces, now);
  return { keptIn, quoting: await forgetQuoted(repositories, later, { texts, least: TELLING_ROW }, now) };
}

const none = { touched: [] };

/** The source no longer holds the memory's words. */
const withoutSpan = ({ provenance }: MemoryRecord): MemoryChanges => {
  const { sourceSpan: _span, ...others } = provenance ?? {};
  return { span: null, ...(provenance && { provenance: others }) };
};

const change = async (
  { memories, outbox }: TenantRepositories,
  memory: MemoryRecord,
  given: MemoryChanges,
  now: Date,
) => {
  await memories.update(memory.id, given, now);
  await outbox.enqueue([{ kind: 'index', ref: memory.id }], now, now);
};

/** Forgets what a memory said before it was changed, everywhere. Answers the ids to index after the commit. */
export async function forgetEarlier(
  repositories: TenantRepositories,
  memory: MemoryRecord,
  now: Date,
): Promise<{ touched: string[]; keptIn: string[] }> {
  const { memories, history, idempotency } = repositories;
  const { id } = memory;
  const forgotten = (await wordingsOf(repositories, [id])).filter(({ wasChanged }) => wasChanged).map(pastWordings);
  const words = await findWords(repositories, [id], forgotten);
  // Contexts that hold the earlier words.
  const changed = forgotten.length > 0 ? await memories.emptyContexts([id], now, words.contextsOf) : [];
  const { keptIn, quoting } = await takeOut(repositories, words, now);
  const spanGoes = forgotten.some(({ span }) => span !== null);
  const [earliest] = await history.page([id], null, 1);
  // An import sees by the time of the change that the history was forgotten.
  const changes = spanGoes || mayBeginApart(memory, earliest);
  if (changes) await change(repositories, memory, spanGoes ? withoutSpan(memory) : {}, now);
  const { touched } =
    forgotten.length > 0 ? await takeFromDistilled(repositories, [id], { now, tags: new Set() }) : none;
  await history.forget([id]);
  await idempotency.forget([id, ...changed]);
  return { touched: [...(changes ? [id] : []), ...changed, ...quoting, ...touched], keptIn };
}
