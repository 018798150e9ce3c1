import type { Stance } from '@hippocamp/shared/language/claim';
import type { ValidateReason, Verdict } from '@hippocamp/shared/schemas/validate';
import type { MemoryRecord } from '../../ports/records.js';

/**
 * Measured shares of right verdicts by score: 1 equal text, 0.9 the local model, 0.7 and more a language model.
 * `npm run bench -- ingest-quality` prints the bins; sparse ones count as (right + 1) / (all + 2).
 */
const bins: readonly { from: number; right: number }[] = [
  { from: 0.99, right: 0.99 },
  { from: 0.85, right: 0.97 },
  { from: 0.7, right: 0.67 },
];

/** 0..1; 0 for a score that decides nothing. */
const calibrated = (score: number): number => bins.find(({ from }) => score >= from)?.right ?? 0;

export interface Weighed {
  record: MemoryRecord;
  /** 0..1, for the claim. */
  relevance: number;
  stance: Stance;
  /** True when it held at the time in question. */
  valid: boolean;
  /** True when it says the claim, but its valid replacement does not. */
  overtaken: boolean;
}

export interface Judgement {
  verdict: Verdict;
  confidence: number;
  supportScore: number;
  contradictionScore: number;
  reasons: ValidateReason[];
  /** The ids of the memories that the verdict rests on. */
  rests: string[];
}

const SURE = 0.7;
const NOTICEABLE = 0.5;
/** The contradiction score of a memory that says the claim but was replaced. */
const OVERTAKEN = 0.93;
/** Below this a memory has nothing to do with a claim. */
export const LOW_RELEVANCE = 0.1;
const DAY = 24 * 60 * 60 * 1000;

/** The reader's doubts weigh little, since the memory was stored in spite of them. */
const weight = ({ confidence }: MemoryRecord): number => 0.8 + 0.2 * (confidence ?? 1);

interface Side {
  score: number;
  best: Weighed | null;
  all: Weighed[];
}

const side = (rows: readonly Weighed[], scoreOf: (row: Weighed) => number): Side => {
  const scored = rows.map((row) => ({ row, score: scoreOf(row) * weight(row.record) }));
  const [best] = scored.toSorted((first, second) => second.score - first.score);
  return { score: best?.score ?? 0, best: best?.row ?? null, all: [...rows] };
};

const timeOf = ({ record }: Weighed): number => record.occurredAt.getTime();

const latest = ({ all }: Side): Weighed | null =>
  all.reduce<Weighed | null>((last, row) => (last && timeOf(last) >= timeOf(row) ? last : row), null);

/** The later side holds when at least a day lies between them. Null when that does not decide. */
const later = (supporting: Side, refuting: Side): 'supported' | 'refuted' | null => {
  const [first, second] = [latest(supporting), latest(refuting)];
  if (!first || !second) return null;
  const apart = timeOf(first) - timeOf(second);
  if (Math.abs(apart) < DAY) return null;
  return apart > 0 ? 'supported' : 'refuted';
};

const decide = (supporting: Side, refuting: Side): Verdict => {
  const [support, contradiction] = [supporting.score, refuting.score];
  if (support >= NOTICEABLE && contradiction >= NOTICEABLE) return later(supporting, refuting) ?? 'conflicting';
  if (support >= SURE) return 'supported';
  return contradiction >= SURE ? 'refuted' : 'not_enough_info';
};

const confidenceOf = (verdict: Verdict, supporting: Side, refuting: Side): number => {
  const confidence = ({ best, score }: Side) =>
    best
      ? calibrated(best.overtaken && best.stance.stance === 'supports' ? OVERTAKEN : score / weight(best.record)) *
        weight(best.record)
      : 0;
  if (verdict === 'not_enough_info') return 0;
  if (verdict === 'conflicting') return Math.min(confidence(supporting), confidence(refuting));
  return confidence(verdict === 'supported' ? supporting : refuting);
};

const isOutOfTime = ({ stance, valid, overtaken }: Weighed): boolean =>
  stance.stance !== 'neutral' && !valid && !overtaken;

const reasonsOf = (verdict: Verdict, rows: readonly Weighed[], supporting: Side, refuting: Side): ValidateReason[] => {
  if (verdict === 'supported') return ['direct_entailment'];
  if (verdict === 'conflicting') return ['unresolved_conflict'];
  const outOfTime: ValidateReason[] = rows.some(isOutOfTime) ? ['temporal_mismatch'] : [];
  if (verdict === 'refuted') {
    const replaced = supporting.score >= NOTICEABLE || refuting.all.some(({ overtaken }) => overtaken);
    const stated = refuting.all.flatMap(({ stance }) => (stance.stance === 'refutes' ? (stance.reason ?? []) : []));
    return [...new Set<ValidateReason>([...stated, ...(replaced ? (['superseded'] as const) : []), ...outOfTime])];
  }
  if (outOfTime.length > 0) return outOfTime;
  if (Math.max(supporting.score, refuting.score) >= SURE) return ['unresolved_conflict'];
  const relevant = rows.length === 0 || rows.some(({ relevance }) => relevance >= LOW_RELEVANCE);
  return [relevant ? 'no_evidence' : 'low_relevance'];
};

/** Only valid memories count. A replaced one that says the claim contradicts it, unless a valid one supports it. */
export function judge(rows: readonly Weighed[]): Judgement {
  const supporting = side(
    rows.filter(({ stance, valid }) => valid && stance.stance === 'supports'),
    ({ stance }) => stance.score,
  );
  const against = rows.filter(
    ({ stance, valid, overtaken }) => (valid && stance.stance === 'refutes') || (overtaken && supporting.score < SURE),
  );
  const refuting = side(against, ({ stance, overtaken }) => (overtaken ? OVERTAKEN : stance.score));
  const verdict = decide(supporting, refuting);
  return {
    verdict,
    confidence: confidenceOf(verdict, supporting, refuting),
    supportScore: supporting.score,
    contradictionScore: refuting.score,
    reasons: reasonsOf(verdict, rows, supporting, refuting),
    rests: [...supporting.all, ...refuting.all].map(({ record }) => record.id),
  };
}

/** Any refuted → refuted; else any conflicting → conflicting; all supported → supported; else not enough is known. */
export function combine(parts: readonly Judgement[]): Omit<Judgement, 'rests'> {
  const verdicts = parts.map(({ verdict }) => verdict);
  const verdict: Verdict =
    (['refuted', 'conflicting'] as const).find((each) => verdicts.includes(each)) ??
    (verdicts.every((each) => each === 'supported') ? 'supported' : 'not_enough_info');
  const deciding = parts.filter((part) => part.verdict === verdict);
  const confidences = deciding.map(({ confidence }) => confidence);
  return {
    verdict,
    confidence: verdict === 'supported' ? Math.min(...confidences) : Math.max(...confidences),
    supportScore: Math.min(...parts.map(({ supportScore }) => supportScore)),
    contradictionScore: Math.max(...parts.map(({ contradictionScore }) => contradictionScore)),
    reasons: [...new Set(deciding.flatMap(({ reasons }) => reasons))],
  };
}

/** The deciding subclaims come first when there are more than `most`. */
export function placesShown(parts: readonly Judgement[], verdict: Verdict, most: number): number[] {
  const places = parts.map((_, place) => place);
  if (parts.length <= most) return places;
  const isDeciding = (place: number) => Number(parts[place]?.verdict === verdict);
  return places.toSorted((first, second) => isDeciding(second) - isDeciding(first)).slice(0, most);
}
