import { Problem } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ForgetAnswer, ForgetMatch, ForgetRequest } from '@hippocamp/shared/schemas/forget';
import type { MemoryRecord, TenantRepositories } from '../../ports/records.js';
import { type Caller, ownRecords } from '../caller.js';
import type { Once } from '../idempotency/run-once.js';
import { buryMemories } from '../memories/bury-memories.js';
import type { MemoryServiceDependencies } from '../memories/memory-dependencies.js';
import { memoryView } from '../memories/memory-view.js';
import { stillKept } from '../memories/remove-matching.js';
import { createMatching, type Matches, type MatchingDependencies } from './find-matches.js';
import type { Match } from './sort-matches.js';

export interface ForgetDependencies extends MatchingDependencies, Omit<MemoryServiceDependencies, 'ageing'> {}

export interface ForgetService {
  /**
   * Finds what says a text and, unless it is a dry run, forgets it as a deletion does. Of what is merely about it only what
   * `ids` names goes. Rejects with `unprocessable` where one of those is no match.
   */
  forget(caller: Caller, request: ForgetRequest): Promise<Once<ForgetAnswer>>;
}

/** Which of the matches go. */
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

/** Those that still say what was matched, held until the transaction ends. */
const unchanged = async ({ memories }: TenantRepositories, matches: readonly Match[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const { memory } of matches.toSorted((first, second) => (first.memory.id < second.memory.id ? -1 : 1))) {
    const held = await memories.get(memory.id, { lock: true });
    if (held?.content === memory.content) ids.push(memory.id);
  }
  return ids;
};

/** Whoever asks for something to be forgotten is shown it before it goes. */
export function createForgetService(dependencies: ForgetDependencies): ForgetService {
  const { records, indexing, runOnce, clock, ids } = dependencies;
  const findMatches = createMatching(dependencies);

  /** `left` are the memories as they are then: what was forgotten stands in no context of theirs any more. */
  const answerOf = (
    tenant: TenantId,
    { asked, matches, lacks }: Matches,
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
      ...lacks,
    };
  };

  return {
    async forget(caller, { text, ownerEntityId = null, dryRun, ids: named }) {
      const { tenant } = caller;
      const found = await findMatches(tenant, ownerEntityId, text, clock.now());
      const all = found.matches.map(({ memory }) => memory);
      if (dryRun) {
        return { result: answerOf(tenant, found, { dryRun, gone: new Set(), left: all }), replayed: false };
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
          const burial = await buryMemories(repositories, going, { now: clock.now(), ids, revives: true });
          touched = burial.touched;
          const left = await repositories.memories.getMany(all.map(({ id }) => id));
          const answer = answerOf(tenant, found, { dryRun, gone: new Set(going), left });
          return { ...answer, ...(await stillKept(repositories, burial.keptIn)) };
        },
        async finish(answer) {
          await indexing.syncNow(tenant, touched);
          return answer;
        },
      });
    },
  };
}
