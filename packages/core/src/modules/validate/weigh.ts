import { MOST_JUDGED, MOST_SUBCLAIMS } from '@hippocamp/shared/schemas/validate';
import type { ClaimComparison, PartStances, Stance } from '../../ports/language.js';
import type { MemoryRecord } from '../../ports/records.js';
import { contentHash } from '../memories/normalise.js';
import { neutral } from './stance.js';
import type { Weighed } from './verdict.js';

/** The parts that a claim is judged in; what comes after the fiftieth statement is one more with it. */
export function subclaimsOf(claim: string, statements: readonly string[]): string[] {
  if (statements.length <= 1) return [claim.trim()];
  const whole = statements.slice(0, MOST_JUDGED - 1);
  const rest = statements.slice(MOST_JUDGED - 1);
  return rest.length > 0 ? [...whole, rest.join(' ')] : whole;
}

/** Memories that may bear on a claim; `others` are those that took the place of some of them. */
export interface Known {
  records: readonly MemoryRecord[];
  others: ReadonlyMap<string, MemoryRecord>;
  /** By id: 0..1 for the subclaim at that place; 0 for those that are missing. */
  relevance: readonly ReadonlyMap<string, number>[];
}

const isValid = ({ occurredAt, invalidAt }: MemoryRecord, asOf: Date): boolean =>
  occurredAt <= asOf && (invalidAt === null || invalidAt > asOf);

/** Longer chains than this are not followed. */
const MOST_STEPS = 20;

/** What holds in the place of a memory that was replaced; null where nothing does. */
function successorOf(record: MemoryRecord, others: ReadonlyMap<string, MemoryRecord>, asOf: Date): MemoryRecord | null {
  let next = others.get(record.supersededById ?? '');
  for (let step = 0; next && step < MOST_STEPS; step += 1) {
    if (isValid(next, asOf)) return next;
    next = others.get(next.supersededById ?? '');
  }
  return null;
}

/** Where "I" may be any of several owners, what one of them says refutes nothing that another may have said. */
const withoutOthers = (isFirstPerson: boolean, rows: readonly Weighed[]): readonly Weighed[] => {
  const owners = new Set(
    rows.filter(({ stance }) => stance.stance !== 'neutral').map(({ record }) => record.ownerEntityId),
  );
  if (owners.size <= 1 || !isFirstPerson) return rows;
  return rows.map((row) => (row.stance.stance === 'refutes' ? { ...row, stance: neutral } : row));
};

/** A memory beside a part of the claim, with what holds in its place where it was replaced. */
interface Pair {
  record: MemoryRecord;
  successor: MemoryRecord | null;
}

/**
 * Every memory beside every part, in the order of the memories; of many parts, beside each only what was found for it and
 * what says the whole claim.
 */
const pairsOf = (claim: string, parts: readonly string[], known: Known, asOf: Date): Pair[][] => {
  const all = known.records.map((record): Pair => {
    const isReplaced = record.invalidAt !== null && record.invalidAt <= asOf;
    return { record, successor: isReplaced ? successorOf(record, known.others, asOf) : null };
  });
  if (parts.length <= MOST_SUBCLAIMS) return parts.map(() => all);
  const hash = contentHash(claim);
  const sayIt = new Set(all.filter(({ record }) => record.contentHash === hash));
  return parts.map((_part, place) =>
    all.filter((pair) => known.relevance[place]?.has(pair.record.id) || sayIt.has(pair)),
  );
};

/** What has to be compared to judge a claim, and how what comes of it is weighed. */
export interface Weighing {
  comparison: ClaimComparison;
  /** The rows of each part. */
  weigh(stances: readonly PartStances[]): (readonly Weighed[])[];
}

export function weighing(
  claim: string,
  parts: readonly string[],
  known: Known,
  asOf: Date,
  aliases: ReadonlySet<string>,
): Weighing {
  const pairs = pairsOf(claim, parts, known, asOf);
  const compared = [
    ...new Set(pairs.flat().flatMap(({ record, successor }) => (successor ? [record, successor] : record))),
  ];
  const placeOf = new Map(compared.map((record, place) => [record, place]));
  const besideOf = (ofPart: readonly Pair[]) =>
    [...new Set(ofPart.flatMap(({ record, successor }) => (successor ? [record, successor] : record)))].map(
      (record) => placeOf.get(record) ?? 0,
    );
  const besides = pairs.map(besideOf);

  const weighPart = (place: number, { isFirstPerson, stances }: PartStances): readonly Weighed[] => {
    const found = new Map(besides[place]?.map((at, index) => [at, stances[index] ?? neutral]));
    const stanceOf = (record: MemoryRecord): Stance => found.get(placeOf.get(record) ?? -1) ?? neutral;
    const rows = (pairs[place] ?? []).map(({ record, successor }): Weighed => {
      const stance = stanceOf(record);
      const overtaken = stance.stance === 'supports' && successor !== null && stanceOf(successor).stance !== 'supports';
      const relevance = known.relevance[place]?.get(record.id) ?? 0;
      return { record, relevance, stance, valid: isValid(record, asOf), overtaken };
    });
    return withoutOthers(isFirstPerson, rows);
  };

  return {
    comparison: {
      claim,
      parts: parts.map((text, place) => ({ text, beside: besides[place] ?? [] })),
      known: compared.map(({ content }) => content),
      aliases: [...aliases],
    },
    weigh: (stances) => stances.map((part, place) => weighPart(place, part)),
  };
}
