import type { ToForget } from '@hippocamp/shared/language/forgetting';
import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import {
  type ForgetAnswer,
  type ForgetMatch,
  type ForgetRequest,
  MOST_FORGOTTEN,
} from '@hippocamp/shared/schemas/forget';
import { QUERY_LENGTH } from '@hippocamp/shared/schemas/query';
import { cutText } from '@hippocamp/shared/text/cleaned';
import type { ClaimReader } from '../../ports/claim-reader.js';
import type { Language } from '../../ports/language.js';
import type { MemoryRecord, Records, TenantRepositories } from '../../ports/records.js';
import { type Caller, ownRecords } from '../caller.js';
import { actorOf, contentHash, type FactReader, ownNames } from '../facts/facts.js';
import type { Once } from '../idempotency/run-once.js';
import { chunksOf } from '../in-parts.js';
import type { MemoryServiceDependencies } from '../memory-store/memory-dependencies.js';
import { memoryView } from '../memory-store/memory-view.js';
import { stillKept } from '../redaction/remove-matching.js';
import { removeMemories } from '../redaction/remove-memories.js';
import { MOST_UNITS } from '../retrieval/read-within.js';
import { degradationOf, type Recall, type Recalled } from '../retrieval/recall.js';
import { readBeside } from '../validate/odds-claim-reader.js';
import { type Match, type Saying, sortMatches } from './sort-matches.js';

interface MatchingDependencies {
  recall: Recall;
  records: Records;
  facts: FactReader;
  language: Pick<Language, 'toForget' | 'statementsOf' | 'tellsOfSelf'>;
  /** Without the local model, only equal words count. */
  claimReaders: readonly ClaimReader[];
}

interface Near {
  memories: MemoryRecord[];
  /** The greatest relevance over all questions, 0..1, by memory id. */
  relevance: ReadonlyMap<string, number>;
  /** The memory ids near each text, nearest first. */
  nearest: ReadonlyMap<string, readonly string[]>;
  degradation: ReturnType<typeof degradationOf> & { approximate?: boolean };
}

interface Matches extends Pick<Near, 'degradation'> {
  asked: ToForget[];
  matches: Match[];
}

/** Texts looked for at a time. Few, because others wait for the same engines. */
const AT_ONCE = 3;
/** Clauses looked for one by one. The rest is joined to one more. */
const MOST_CLAUSES = 10;
/** Memories that are read beside each statement, the nearest first. */
const MOST_OF_STATEMENT = 16;

/** Without an owner, "I" may be any of the speakers. What several of them said is shown and not forgotten. */
const ofSeveral = (saying: readonly MemoryRecord[]): boolean =>
  saying.every(({ ownerEntityId }) => ownerEntityId === null) &&
  new Set(saying.map(({ metadata }) => actorOf(metadata))).size > 1;

/** Without what only an answer shows: a thousand memories may be near, each with 64 KiB of metadata. */
const forMatching = (memory: MemoryRecord): MemoryRecord => {
  const actorId = actorOf(memory.metadata);
  return { ...memory, provenance: null, metadata: actorId === undefined ? {} : { actorId } };
};

function createMatching(dependencies: MatchingDependencies) {
  const { recall, records, language, claimReaders } = dependencies;
  // Forgetting is final, so a language model's word is not enough.
  const reader = claimReaders.find(({ method }) => method === 'model');

  const clausesOf = async (tenant: TenantId, asked: readonly ToForget[]): Promise<ToForget[]> => {
    const clauses: ToForget[] = [];
    for (const one of asked) {
      const parts = one.kind === 'statement' ? await language.statementsOf(tenant, one.text) : [];
      clauses.push(...(parts.length > 1 ? parts.map((text) => ({ ...one, text })) : [one]));
    }
    const rest = clauses.splice(MOST_CLAUSES);
    if (rest.length > 0) clauses.push({ kind: 'topic', text: rest.map(({ text }) => text).join(' ') });
    return clauses;
  };

  /** Includes archived and replaced memories. */
  const findNear = async (
    tenant: TenantId,
    ownerEntityId: string | null,
    asked: readonly string[],
    now: Date,
  ): Promise<Near> => {
    const filter = { ownerEntityId, includeArchived: true, includeSuperseded: true };
    const found: Omit<Recalled, 'records'>[] = [];
    const near = new Map<string, MemoryRecord>();
    for (const some of chunksOf(asked, AT_ONCE)) {
      const questions = some.map((text) => cutText(text, QUERY_LENGTH));
      const asking = { questions, filter, k: MOST_FORGOTTEN, weights: { semantic: 1 }, units: MOST_UNITS, now };
      const { records: rows, ...one } = await recall(tenant, asking);
      found.push(one);
      for (const memory of rows.values()) near.set(memory.id, forMatching(memory));
    }
    const rankings = found.flatMap((one) => one.rankings);
    const relevance = new Map<string, number>();
    for (const { id, score } of rankings.flatMap(({ ranked }) => ranked)) {
      relevance.set(id, Math.max(score, relevance.get(id) ?? 0));
    }
    const { memories } = records.forTenant(tenant);
    const same = await memories.withHashes(ownerEntityId, asked.map(contentHash), MOST_FORGOTTEN);
    const missing = same.map(({ id }) => id).filter((id) => !near.has(id));
    for (const memory of await memories.getMany(missing)) near.set(memory.id, forMatching(memory));
    const degradation = degradationOf(found);
    const isCut = same.length === MOST_FORGOTTEN || found.some(({ cut }) => cut);
    return {
      memories: [...near.values()],
      relevance,
      nearest: new Map(asked.map((text, place) => [text, rankings[place]?.ranked.map(({ id }) => id) ?? []])),
      degradation: {
        ...degradation,
        ...(isCut || rankings.some(({ approximate }) => approximate) ? { approximate: true } : {}),
      },
    };
  };

  /** Being alike is not enough: the reader has to find that the memory says the statement. */
  const findSaying = async (
    tenant: TenantId,
    statements: readonly string[],
    { memories, nearest }: Near,
    aliases: ReadonlySet<string>,
  ): Promise<Map<string, Saying>> => {
    const sayings = new Map<string, Saying>();
    if (!reader) return sayings;
    const byId = new Map(memories.map((memory) => [memory.id, memory]));
    const read = { of: statements.length, most: MOST_OF_STATEMENT, textOf: ({ content }: MemoryRecord) => content };
    for (const statement of statements) {
      const near = (nearest.get(statement) ?? []).flatMap((id) => byId.get(id) ?? []);
      for (const { id, content } of readBeside(near, read)) {
        // Each alone, because here it does not matter that another memory says the opposite.
        const [stance] = (await reader.read(tenant, statement, [{ text: content, names: [...aliases] }])) ?? [];
        if (stance?.stance === 'supports') sayings.set(id, { reason: 'says it', score: stance.score });
      }
    }
    return sayings;
  };

  return async (tenant: TenantId, ownerEntityId: string | null, text: string, now: Date): Promise<Matches> => {
    const asked = await language.toForget(tenant, text);
    const clauses = await clausesOf(tenant, asked);
    const textsOf = (kind: ToForget['kind']) => clauses.filter((one) => one.kind === kind).map((one) => one.text);
    const near = await findNear(
      tenant,
      ownerEntityId,
      clauses.map((clause) => clause.text),
      now,
    );
    const { memories, relevance, degradation } = near;
    const aliases = await ownNames(tenant, ownerEntityId, dependencies);
    const sayings = await findSaying(tenant, textsOf('statement'), near, aliases);
    const hashes = new Set([text, ...asked.map((one) => one.text)].map(contentHash));
    for (const { id, contentHash: hash } of memories) {
      if (hashes.has(hash)) sayings.set(id, { reason: 'says it in the same words', score: 1 });
    }
    const saying = memories.filter(({ id }) => sayings.has(id));
    const isUnclear = language.tellsOfSelf(text) && ofSeveral(saying);
    const found = { memories, sayings, relevance, isUnclear, topics: textsOf('topic') };
    return { asked, matches: await sortMatches(found), degradation };
  };
}

export interface ForgetDependencies extends MatchingDependencies, Omit<MemoryServiceDependencies, 'ageing'> {}

export interface ForgetService {
  /** Forgets what says the text, and `ids`. Rejects with `unprocessable` when one of `ids` is no match. */
  forget(caller: Caller, request: ForgetRequest): Promise<Once<ForgetAnswer>>;
}

const meant = (matches: readonly Match[], ids: readonly string[] | undefined): Match[] => {
  if (!ids) return matches.filter(({ kind }) => kind === 'says');
  return ids.map((id, place) => {
    const match = matches.find(({ memory }) => memory.id === id);
    if (match) return match;
    throw new Problem(
      'unprocessable',
      `ids/${place} is none of the memories that this text finds: ask with dryRun true, and name those that are shown. Nothing was forgotten.`,
    );
  });
};

/** The matches that did not change meanwhile, locked until the transaction ends. */
const unchanged = async ({ memories }: TenantRepositories, matches: readonly Match[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const { memory } of matches.toSorted((first, second) => (first.memory.id < second.memory.id ? -1 : 1))) {
    const held = await memories.get(memory.id, { lock: true });
    if (held?.content === memory.content) ids.push(memory.id);
  }
  return ids;
};

export function createForgetService(dependencies: ForgetDependencies): ForgetService {
  const { records, indexing, runOnce, clock, ids } = dependencies;
  const findMatches = createMatching(dependencies);

  /** `left` are the memories after the deletion, because their contexts no longer hold the forgotten words. */
  const answerOf = (
    tenant: TenantId,
    { asked, matches, degradation }: Matches,
    { dryRun, gone, left }: { dryRun: boolean; gone: ReadonlySet<string>; left: readonly MemoryRecord[] },
  ): ForgetAnswer => {
    const present = new Map(left.map((memory) => [memory.id, memory]));
    const view = ({ memory: { id }, kind, reason, score }: Match): ForgetMatch => {
      const memory = present.get(id);
      const shown = memory ? { memory: memoryView(tenant, memory, clock.now()) } : {};
      return { memoryId: id, ...shown, kind, reason, score: Math.min(1, score), deleted: gone.has(id) };
    };
    return {
      dryRun,
      understood: asked.map(({ kind, text }) => ({ kind, ...(dryRun ? { text } : {}) })),
      matches: matches.map(view),
      deleted: gone.size,
      ...degradation,
    };
  };

  return {
    async forget(caller, { text, ownerEntityId = null, dryRun, ids: named }) {
      const { tenant } = caller;
      const found = await findMatches(tenant, ownerEntityId, text, clock.now());
      const all = found.matches.map(({ memory }) => memory.id);
      if (dryRun) {
        const left = await records.forTenant(tenant).memories.getMany(all);
        return { result: answerOf(tenant, found, { dryRun, gone: new Set(), left }), replayed: false };
      }
      let touched: string[] = [];
      return runOnce<ForgetAnswer>(ownRecords(records, caller), caller.idempotency, {
        mentions: ({ matches }) => [
          ...matches.flatMap(({ memoryId, deleted }) => (deleted ? [] : [memoryId])),
          ...(ownerEntityId === null ? [] : [ownerEntityId]),
        ],
        async effect(repositories) {
          const wanted = meant(found.matches, named);
          await repositories.lockOwner(ownerEntityId);
          const going = await unchanged(repositories, wanted);
          const removed = await removeMemories(repositories, going, { now: clock.now(), ids, revives: true });
          touched = removed.touched;
          const left = await repositories.memories.getMany(all);
          const answer = answerOf(tenant, found, { dryRun, gone: new Set(going), left });
          return { ...answer, ...(await stillKept(repositories, removed.keptIn)) };
        },
        async finish(answer) {
          await indexing.syncNow(tenant, touched);
          return answer;
        },
      });
    },
  };
}
