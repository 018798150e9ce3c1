import type { Tier } from '@hippocamp/shared/schemas/common';
import type { DropReason } from '@hippocamp/shared/schemas/context';

export interface Candidate {
  id: string;
  tier: Tier;
  score: number;
  /** The part of the score that comes from relevance. The rest is recency and importance. */
  relevance: number;
  semantic: number;
  tokens: number;
}

export interface SelectionRequest {
  caps: Readonly<Record<Tier, number>>;
  budget: number;
  /** 0 for not at all alike; 1 when they may say the same. */
  likeness(first: Candidate, second: Candidate): number;
  /** True when the first says nothing that the second does not say. */
  repeats(first: Candidate, second: Candidate): boolean;
}

export interface Left {
  candidate: Candidate;
  reason: DropReason;
  /** The id of the included memory that says the same. */
  repeats?: string;
}

export interface Selection {
  /** In the order of picking, best first. */
  chosen: Candidate[];
  left: Left[];
}

/** The share of its worth that a memory keeps when an included one may say the same. */
const REPEATED_SHARE = 0.7;

/** The weight of a memory's length when not all fit. At 1, any three words would beat a good paragraph. */
const COST_EXPONENT = 0.15;

interface Open {
  candidate: Candidate;
  /** The score without the part that all candidates have from recency and importance. */
  worth: number;
  /** The divisor of its value. */
  price: number;
  /** Likeness to the most alike of those included. */
  redundancy: number;
}

/**
 * Relevance times novelty (Zhai, Cohen and Lafferty 2003, "Beyond independent relevance").
 * In a sum an irrelevant memory would gain by being different. λ and the exponent: LoCoMo's development part.
 */
const gain = ({ worth, price, redundancy }: Open): number =>
  (worth * (REPEATED_SHARE + (1 - REPEATED_SHARE) * (1 - redundancy))) / price;

/** Ties go by score, then by id, so that the order is always the same. */
const isBetter = (first: Open, second: Open): boolean => {
  const difference = gain(first) - gain(second);
  if (difference !== 0) return difference > 0;
  if (first.candidate.score !== second.candidate.score) return first.candidate.score > second.candidate.score;
  return first.candidate.id > second.candidate.id;
};

const takeBest = (open: Open[]): Candidate | null => {
  const [first, ...rest] = open;
  if (!first) return null;
  const best = rest.reduce((most, each) => (isBetter(each, most) ? each : most), first);
  open.splice(open.indexOf(best), 1);
  return best.candidate;
};

function pick(candidates: readonly Candidate[], request: SelectionRequest, costExponent: number): Selection {
  const ground = candidates.reduce((least, { score, relevance }) => Math.min(least, score - relevance), 1);
  const open = candidates.map(
    (candidate): Open => ({
      candidate,
      worth: Math.max(0, candidate.score - ground),
      price: candidate.tokens ** costExponent,
      redundancy: 0,
    }),
  );
  const room: Record<Tier, number> = { ...request.caps };
  const chosen: Candidate[] = [];
  const left: Left[] = [];
  let budget = request.budget;
  for (let best = takeBest(open); best; best = takeBest(open)) {
    const candidate = best;
    if (room[candidate.tier] === 0) {
      left.push({ candidate, reason: 'tier_cap' });
      continue;
    }
    const same = chosen.find((other) => request.repeats(candidate, other));
    if (same) left.push({ candidate, reason: 'repeats', repeats: same.id });
    else if (candidate.tokens > budget) left.push({ candidate, reason: 'token_budget' });
    else {
      chosen.push(candidate);
      room[candidate.tier] -= 1;
      budget -= candidate.tokens;
      for (const each of open) {
        each.redundancy = Math.max(each.redundancy, request.likeness(each.candidate, candidate));
      }
    }
  }
  return { chosen, left };
}

/**
 * Greedy, as maximal marginal relevance (Carbonell and Goldstein 1998), with caps. If the budget binds, value is
 * divided by a power of the tokens (Lin and Bilmes 2010, section 4).
 */
export function select(candidates: readonly Candidate[], request: SelectionRequest): Selection {
  const free = pick(candidates, request, 0);
  const binds = free.left.some(({ reason }) => reason === 'token_budget');
  return binds ? pick(candidates, request, COST_EXPONENT) : free;
}
