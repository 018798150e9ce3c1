import type { Tier } from '@hippocamp/shared/schemas/common';
import type { DropReason } from '@hippocamp/shared/schemas/context';

/** A memory that may be included. */
export interface Candidate {
  id: string;
  tier: Tier;
  /** 0..1 */
  score: number;
  /** The part of the score that comes from relevance. The rest is recency and importance. */
  relevance: number;
  /** 0..1 */
  semantic: number;
  /** Tokens of its line in the message. */
  tokens: number;
}

export interface SelectionRequest {
  /** The most memories of each tier. */
  caps: Readonly<Record<Tier, number>>;
  /** Tokens for all lines. */
  budget: number;
  /** How alike two memories are: 0 for not at all, 1 when they may say the same. */
  likeness(first: Candidate, second: Candidate): number;
  /** True when the first says nothing that the second does not say. */
  repeats(first: Candidate, second: Candidate): boolean;
}

export interface Left {
  candidate: Candidate;
  reason: DropReason;
  /** The included one that says the same. */
  repeats?: string;
}

export interface Selection {
  /** In the order of picking, best first. */
  chosen: Candidate[];
  left: Left[];
}

/** Share of its worth that a memory keeps when all that it says may be included already. */
const REPEATED_SHARE = 0.7;

/**
 * How much the length of a memory counts against it when not all fit. At 1, any three words would beat a good
 * paragraph.
 */
const COST_EXPONENT = 0.15;

interface Open {
  candidate: Candidate;
  /** Its score without what every candidate gets for recency and importance, whatever was asked. */
  worth: number;
  /** The divisor of its value. */
  price: number;
  /** Likeness to the most alike of those included. */
  redundancy: number;
}

/**
 * worth · (λ + (1 − λ) · (1 − redundancy)): relevance times novelty (Zhai, Cohen and Lafferty 2003, "Beyond independent
 * relevance"). In the sum of the two that maximal marginal relevance takes, what answers nothing gets a share for being unlike
 * all else, and passes by what was asked for. λ and the exponent of the cost were measured on LoCoMo's development part.
 */
const gain = ({ worth, price, redundancy }: Open): number =>
  (worth * (REPEATED_SHARE + (1 - REPEATED_SHARE) * (1 - redundancy))) / price;

/** Ties by score, then by id, newest first: the same candidates are always picked in the same order. */
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
 * Picks memories one by one, each time the one that adds most to those before it, as maximal marginal relevance does (Carbonell
 * and Goldstein 1998), under a cap for each tier. Where everything that the caps allow fits into the budget, length plays no
 * part. Else value is divided by a power of the tokens (Lin and Bilmes 2010, section 4), and what does not fit gives way to what
 * does. So a bigger budget may buy one long memory in place of two short ones; from the budget on that holds all, the choice
 * stays the same.
 */
export function select(candidates: readonly Candidate[], request: SelectionRequest): Selection {
  const free = pick(candidates, request, 0);
  const binds = free.left.some(({ reason }) => reason === 'token_budget');
  return binds ? pick(candidates, request, COST_EXPONENT) : free;
}
