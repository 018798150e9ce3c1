import { isAssistants } from '@hippocamp/shared/language/statement';
import type { Tier } from '@hippocamp/shared/schemas/common';
import type { LifecycleActionName } from '@hippocamp/shared/schemas/lifecycle';
import type { AccessRules, AgeingMemory } from '../../ports/records.js';
import type { Policies } from '../policies.js';

export type AgeingFacts = Pick<
  AgeingMemory,
  'speaker' | 'tier' | 'tierSince' | 'accessCount' | 'lastAccessedAt' | 'createdAt' | 'archivedAt' | 'invalidAt'
> &
  Partial<Pick<AgeingMemory, 'distilledAt' | 'heldUntil'>>;

export interface Fit {
  action: LifecycleActionName;
  toTier: Tier | null;
  reason: string;
}

interface Rule {
  from: Tier;
  action: LifecycleActionName;
  toTier: Tier | null;
  /** The time from which the rule applies to the memory as it is now (inclusive), ms. Null for never. */
  since(memory: AgeingFacts, policies: Policies): number | null;
  reason(memory: AgeingFacts, policies: Policies): string;
}

const UNITS: readonly [name: string, milliseconds: number][] = [
  ['days', 86_400_000],
  ['h', 3_600_000],
  ['s', 1000],
];

/** In the largest unit of which it holds at least two: "7 days", "24 h", "0.5 s". */
const inWords = (milliseconds: number): string => {
  const [name, unit] = UNITS.find(([, size]) => milliseconds >= 2 * size) ?? ['s', 1000];
  return `${Number((milliseconds / unit).toFixed(3))} ${name}`;
};

const accessed = (count: number, threshold: number) => `access count ${count} meets the threshold ${threshold}`;

/** A memory enters its tier at the later of creation and move. */
const entered = ({ createdAt, tierSince }: AgeingFacts) => Math.max(createdAt.getTime(), tierSince.getTime());

/** The first rule that fits wins. */
const table: readonly Rule[] = [
  {
    from: 'short_term',
    action: 'promoted',
    toTier: 'episodic',
    since: (memory, { promoteAccessCount }) =>
      memory.accessCount >= promoteAccessCount ? memory.createdAt.getTime() : null,
    reason: ({ accessCount }, { promoteAccessCount }) => accessed(accessCount, promoteAccessCount),
  },
  {
    from: 'short_term',
    action: 'expired',
    toTier: null,
    since: (memory, { shortTermExpiry }) => memory.createdAt.getTime() + shortTermExpiry,
    reason: (_memory, { shortTermExpiry }) => `created ${inWords(shortTermExpiry)} ago or longer`,
  },
  {
    from: 'episodic',
    action: 'promoted',
    toTier: 'semantic',
    since: (memory, { episodicPromoteAccessCount, episodicPromoteAge }) =>
      memory.accessCount >= episodicPromoteAccessCount ? entered(memory) + episodicPromoteAge : null,
    reason: ({ accessCount }, { episodicPromoteAccessCount, episodicPromoteAge }) =>
      `${accessed(accessCount, episodicPromoteAccessCount)} after ${inWords(episodicPromoteAge)} in the tier`,
  },
  {
    from: 'episodic',
    action: 'distilled',
    toTier: 'semantic',
    // A replaced memory must not come back as a fact.
    since: (memory, { distilAge }) =>
      memory.distilledAt || memory.invalidAt !== null ? null : entered(memory) + distilAge,
    reason: (_memory, { distilAge }) => `${inWords(distilAge)} in the tier`,
  },
  {
    from: 'episodic',
    action: 'archived',
    toTier: 'episodic',
    since: (memory, { archiveAge, archiveAfterDistil }) =>
      Math.max(
        Math.max(entered(memory), memory.lastAccessedAt.getTime()) + archiveAge,
        memory.distilledAt ? memory.distilledAt.getTime() + archiveAfterDistil : 0,
      ),
    reason: (_memory, { archiveAge }) => `neither created, used nor moved for ${inWords(archiveAge)}`,
  },
];

/** The end of the year 9999, which every store can hold. Later dates are cut to it. */
const LAST_TIME = 253_402_300_799_999;

/** The assistant's words do not become facts, however often they are used. */
const isFor = ({ from, action }: Rule, { tier, archivedAt, speaker }: AgeingFacts): boolean =>
  from === tier && archivedAt === null && !(isAssistants(speaker) && (action === 'promoted' || action === 'distilled'));

const sinceOf = (rule: Rule, memory: AgeingFacts, policies: Policies): number | null => {
  if (!isFor(rule, memory)) return null;
  const since = rule.since(memory, policies);
  return since === null ? null : Math.max(since, memory.heldUntil?.getTime() ?? 0);
};

/** Pure functions of the policies. */
export interface AgeingRules {
  /** All actions that fit by now, by priority. "distilled" also needs related memories. */
  fits(memory: AgeingFacts, now: Date): Fit[];
  /** When a rule could first fit; with `after`, the first time later than it. Null for never. */
  dueAt(memory: AgeingFacts, after?: Date): Date | null;
  access: AccessRules;
}

export const createAgeingRules = (policies: Policies): AgeingRules => ({
  fits(memory, now) {
    const fitting = table.filter((rule) => {
      const since = sinceOf(rule, memory, policies);
      return since !== null && since <= now.getTime();
    });
    return fitting.map(({ action, toTier, reason }) => ({ action, toTier, reason: reason(memory, policies) }));
  },
  dueAt(memory, after) {
    const times = table.flatMap((rule) => sinceOf(rule, memory, policies) ?? []);
    const later = after ? times.filter((time) => time > after.getTime()) : times;
    return later.length === 0 ? null : new Date(Math.min(LAST_TIME, ...later));
  },
  access: {
    shortTermCount: policies.promoteAccessCount,
    episodicCount: policies.episodicPromoteAccessCount,
    episodicAge: policies.episodicPromoteAge,
  },
});
