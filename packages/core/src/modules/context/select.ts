import type { Tier } from '@hippocamp/shared/schemas/common';
import type { DropReason } from '@hippocamp/shared/schemas/context';
import { pace } from '../waiting.js';

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
  /** See `gain`. Kept, because every round compares those of all. */
  gain: number;
}

/**
 * Relevance times novelty (Zhai, Cohen and Lafferty 2003, "Beyond independent relevance").
 * In a sum an irrelevant memory would gain by being different. λ and the exponent: LoCoMo's development part.
 */
const gain = ({ worth, price, redundancy }: Omit<Open, 'gain'>): number =>
  (worth * (REPEATED_SHARE + (1 - REPEATED_SHARE) * (1 - redundancy))) / price;

/** Ties go by score, then by id, so that the order is always the same. */
const isBetter = (first: Open, second: Open): boolean => {
  if (first.gain !== second.gain) return first.gain > second.gain;
  if (first.candidate.score !== second.candidate.score) return first.candidate.score > second.candidate.score;
  return first.candidate.id > second.candidate.id;
};

const takeBest = (open: Open[]): Candidate | null => {
  const best = open.reduce<Open | null>((most, each) => (most && !isBetter(each, most) ? most : each), null);
  if (!best) return null;
  open.splice(open.indexOf(best), 1);
  return best.candidate;
};

const toOpen = (candidate: Candidate, ground: number, costExponent: number): Open => {
  const worth = Math.max(0, candidate.score - ground);
  const own = { candidate, worth, price: candidate.tokens ** costExponent, redundancy: 0 };
  return { ...own, gain: gain(own) };
};

const noteLikeness = (each: Open, likeness: number): void => {
  if (likeness <= each.redundancy) return;
  each.redundancy = likeness;
  each.gain = gain(each);
};

/** Others get their turn between the rounds, of which there are as many as candidates. */
async function pick(
  candidates: readonly Candidate[],
  request: SelectionRequest,
  costExponent: number,
): Promise<Selection> {
  const ground = candidates.reduce((least, { score, relevance }) => Math.min(least, score - relevance), 1);
  const open = candidates.map((candidate) => toOpen(candidate, ground, costExponent));
  const room: Record<Tier, number> = { ...request.caps };
  const chosen: Candidate[] = [];
  const left: Left[] = [];
  let budget = request.budget;
  for (let best = takeBest(open); best; best = takeBest(open)) {
    await pace();
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
      for (const each of open) noteLikeness(each, request.likeness(each.candidate, candidate));
    }
  }
  return { chosen, left };
}

/**
 * Greedy, as maximal marginal relevance (Carbonell and Goldstein 1998), with caps. If the budget binds, value is
 * divided by a power of the tokens (Lin and Bilmes 2010, section 4).
 */
export async function select(candidates: readonly Candidate[], request: SelectionRequest): Promise<Selection> {
  const free = await pick(candidates, request, 0);
  const binds = free.left.some(({ reason }) => reason === 'token_budget');
  return binds ? pick(candidates, request, COST_EXPONENT) : free;
}
