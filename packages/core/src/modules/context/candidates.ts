import { type TenantId, type Tier, tierNames } from '@hippocamp/shared/schemas/common';
import { CANDIDATES_PER_PLACE, type ContextRequest, candidatesOf, capsOf } from '@hippocamp/shared/schemas/context';
import { QUERY_LENGTH } from '@hippocamp/shared/schemas/query';
import { reasonsOf } from '@hippocamp/shared/scoring/score';
import { cutToEnd } from '@hippocamp/shared/text/cleaned';
import type { MemoryFilter, MemoryRecord } from '../../ports/records.js';
import { toSearchFilter } from '../memory-store/memory-view.js';
import type { Policies } from '../policies.js';
import { MOST_UNITS } from '../retrieval/read-within.js';
import { degradationOf, type Recall, type Recalled, type RecallRequest } from '../retrieval/recall.js';

/** Code points. A longer input is probably pasted text with a request, not a question. */
const LONG_INPUT = 500;

/** Code points at the end of a long input that are searched for the request. In more, pasted text would drown it. */
const ENDING = 150;

/** The language of the input is unknown. */
const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** A sentence cut at its start is used only if it is the only one. */
const lastSentences = (input: string): [string, ...string[]] => {
  const tail = cutToEnd(input.trim(), ENDING);
  const [cut = tail, first, ...rest] = [...segmenter.segment(tail)]
    .map(({ segment }) => segment.trim())
    .filter(Boolean);
  return first === undefined ? [cut] : [first, ...rest];
};

/** A long input is asked by its end too, because among thousands of words the few that matter weigh nothing. */
const endingOf = (input: string): string[] => {
  if (cutToEnd(input, LONG_INPUT) === input) return [];
  const sentences = lastSentences(input);
  const asked = sentences.findLast((sentence) => /[?？]/.test(sentence));
  return [sentences.join(' '), ...(asked === undefined ? [] : [asked])];
};

/** The questions put to the memories, without repeats. */
export const questionsOf = ({ currentInput, goal, strategy }: ContextRequest): [string, ...string[]] => {
  const input = cutToEnd(currentInput, QUERY_LENGTH);
  const rest = [...endingOf(currentInput), ...(goal?.trim() ? [goal] : []), ...strategy.topics];
  return [input, ...new Set(rest.filter((question) => question !== input))];
};

/** The best scores of one memory over all questions. */
interface Score {
  score: number;
  /** The part of the score that comes from relevance. The rest is recency and importance. */
  relevance: number;
  /** 0..1, before weighting. */
  semantic: number;
}

export interface Found {
  records: ReadonlyMap<string, MemoryRecord>;
  scores: ReadonlyMap<string, Score>;
  approximate: boolean;
  degradation: ReturnType<typeof degradationOf>;
}

/** The bound for all questions together: as many as two of them look for with the largest caps. */
const MOST_CANDIDATES = 1800;

type Seen = Pick<MemoryFilter, 'owners'>;

const filterOf = (input: ContextRequest, now: Date, policies: Policies, { owners: seen }: Seen): MemoryFilter => {
  const { agentEntityId, userEntityId, strategy } = input;
  const owners = [agentEntityId, userEntityId].filter((owner) => owner !== undefined);
  const { tiers, tags } = strategy;
  const filter = toSearchFilter({ tiers, tags, includeArchived: false, includeSuperseded: false }, now, policies);
  const wanted = owners.length === 0 ? seen : [...owners, null];
  return wanted ? { ...filter, owners: wanted.filter((owner) => seen?.includes(owner) ?? true) } : filter;
};

/** Tiers that fill less than half of their places, although some question found `k` memories. */
const crowdedOut = (recalled: Recalled, caps: Record<Tier, number>, k: number): Tier[] => {
  if (!recalled.rankings.some(({ ranked }) => ranked.length >= k)) return [];
  const found = [...recalled.records.values()];
  return (Object.keys(caps) as Tier[]).filter(
    (tier) => caps[tier] > 2 * found.filter((record) => record.tier === tier).length,
  );
};

const join = (all: readonly Recalled[]): Found => {
  const records = new Map(all.flatMap((recalled) => [...recalled.records]));
  const rankings = all.flatMap((recalled) => recalled.rankings);
  const scores = new Map<string, Score>();
  for (const { ranked, scorer } of rankings) {
    for (const { id, score, parts } of ranked) {
      if (!records.has(id)) continue;
      const own = reasonsOf(parts, scorer).semantic;
      const before = scores.get(id);
      const semantic = Math.max(own, before?.semantic ?? 0);
      if (before && before.score >= score) scores.set(id, { ...before, semantic });
      else scores.set(id, { score, relevance: scorer.weights.semantic * own, semantic });
    }
  }
  return {
    records,
    scores,
    approximate: rankings.some(({ approximate }) => approximate) || all.some(({ cut }) => cut),
    degradation: degradationOf(all),
  };
};

/** A tier that others crowded out is asked once more by itself, for the input only. */
export async function findCandidates(
  tenant: TenantId,
  input: ContextRequest,
  { recall, policies, now, seen = {} }: { recall: Recall; policies: Policies; now: Date; seen?: Seen },
): Promise<Found> {
  const caps = capsOf(input.strategy);
  const questions = questionsOf(input);
  const k = Math.min(candidatesOf(input), Math.floor(MOST_CANDIDATES / questions.length));
  const request: RecallRequest = {
    questions,
    filter: filterOf(input, now, policies, seen),
    k,
    weights: input.strategy.weights,
    now,
    units: MOST_UNITS,
  };
  const first = await recall(tenant, request);
  const more = crowdedOut(first, caps, k).map((tier) =>
    recall(tenant, {
      ...request,
      questions: questions.slice(0, 1),
      k: CANDIDATES_PER_PLACE * caps[tier],
      filter: { ...request.filter, tiers: [tier] },
      units: MOST_UNITS / tierNames.length,
    }),
  );
  return join([first, ...(await Promise.all(more))]);
}
