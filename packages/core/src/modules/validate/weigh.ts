import { neutral, type Stance } from '@hippocamp/shared/language/claim';
import { MOST_JUDGED, MOST_SUBCLAIMS } from '@hippocamp/shared/schemas/validate';
import type { MemoryRecord } from '../../ports/records.js';
import { contentHash } from '../facts/facts.js';
import { isWithheld } from '../model/without-secrets.js';
import type { Weighed } from './verdict.js';

/** Statements from the fiftieth on are one part together. */
export function subclaimsOf(claim: string, statements: readonly string[]): string[] {
  if (statements.length <= 1) return [claim.trim()];
  const whole = statements.slice(0, MOST_JUDGED - 1);
  const rest = statements.slice(MOST_JUDGED - 1);
  return rest.length > 0 ? [...whole, rest.join(' ')] : whole;
}

/** `others` are the replacements of some of them. */
export interface Known {
  records: readonly MemoryRecord[];
  others: ReadonlyMap<string, MemoryRecord>;
  /** 0..1 by memory id, for the subclaim at the same place. */
  relevance: readonly ReadonlyMap<string, number>[];
  /** By owner id, in lower case. */
  names: ReadonlyMap<string, readonly string[]>;
  /** True when no language model may be told the aliases. False by default. */
  aliasesStayHere?: boolean;
}

const isValid = ({ occurredAt, invalidAt }: MemoryRecord, asOf: Date): boolean =>
  occurredAt <= asOf && (invalidAt === null || invalidAt > asOf);

/** Longer chains of replacements are not followed. */
const MOST_STEPS = 20;

/** Null when no replacement is valid. */
function successorOf(record: MemoryRecord, others: ReadonlyMap<string, MemoryRecord>, asOf: Date): MemoryRecord | null {
  let next = others.get(record.supersededById ?? '');
  for (let step = 0; next && step < MOST_STEPS; step += 1) {
    if (isValid(next, asOf)) return next;
    next = others.get(next.supersededById ?? '');
  }
  return null;
}

/** If "I" may be any of several owners, one owner's words refute nothing that another may have said. */
const withoutOthers = (isFirstPerson: boolean, rows: readonly Weighed[]): readonly Weighed[] => {
  const owners = new Set(
    rows.filter(({ stance }) => stance.stance !== 'neutral').map(({ record }) => record.ownerEntityId),
  );
  if (owners.size <= 1 || !isFirstPerson) return rows;
  return rows.map((row) => (row.stance.stance === 'refutes' ? { ...row, stance: neutral } : row));
};

/** `successor` is the valid replacement of a replaced memory. */
interface Pair {
  record: MemoryRecord;
  successor: MemoryRecord | null;
}

/** With many parts, each is compared only with the memories found for it and those that say the whole claim. */
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

export interface Compared {
  /** The text, or its beginning. */
  text: string;
  hash: string;
  /** Names of the owner who says "I", in lower case. */
  names: readonly string[];
  staysHere: boolean;
}

export interface Near {
  /** The index in `beside` of the part. */
  index: number;
  /** 0..1 */
  relevance: number;
  /** True when it holds at the time in question. */
  valid: boolean;
}

/** The numbers in `beside` are places in `known`. */
export interface ClaimComparison {
  parts: readonly { text: string; hash: string; beside: readonly number[] }[];
  known: readonly Compared[];
  /** Names of the first person, in lower case. */
  aliases: readonly string[];
  /** True when no language model may be told them. */
  aliasesStayHere: boolean;
}

export interface PartStances {
  isFirstPerson: boolean;
  /** One for each place of `beside`, in that order. */
  stances: readonly Stance[];
}

export interface Weighing {
  comparison: ClaimComparison;
  /** For each part, nearest first. */
  nearest: readonly (readonly Near[])[];
  weigh(stances: readonly PartStances[]): (readonly Weighed[])[];
}

/** UTF-16 units of one memory, and of all, that are compared. Of many long memories only the nearest are. */
const LONGEST_COMPARED = 10_000;
const MOST_COMPARED = 400_000;

const relevanceOf = ({ relevance }: Known, { id }: MemoryRecord): number =>
  Math.max(0, ...relevance.map((ofPart) => ofPart.get(id) ?? 0));

const comparedOf = (pairs: readonly Pair[][], known: Known): MemoryRecord[] => {
  const all = [...new Set(pairs.flat().flatMap(recordsOf))];
  const nearest = all
    .map((record) => ({ record, near: relevanceOf(known, record) }))
    .sort((first, second) => second.near - first.near);
  let units = 0;
  return nearest.flatMap(({ record }) => {
    units += Math.min(record.content.length, LONGEST_COMPARED);
    return units <= MOST_COMPARED ? [record] : [];
  });
};

const recordsOf = ({ record, successor }: Pair): MemoryRecord[] => (successor ? [record, successor] : [record]);

export function weighing(
  claim: string,
  parts: readonly string[],
  known: Known,
  asOf: Date,
  aliases: ReadonlySet<string>,
): Weighing {
  const pairs = pairsOf(claim, parts, known, asOf);
  const compared = comparedOf(pairs, known);
  const placeOf = new Map(compared.map((record, place) => [record, place]));
  const besides = pairs.map((ofPart) =>
    [...new Set(ofPart.flatMap(recordsOf))].flatMap((record) => placeOf.get(record) ?? []),
  );
  const nearestOf = (beside: readonly number[], place: number): Near[] => {
    const near = beside.flatMap((at, index) => {
      const record = compared[at];
      const relevance = record && known.relevance[place]?.get(record.id);
      return record && relevance !== undefined ? [{ index, relevance, valid: isValid(record, asOf) }] : [];
    });
    return near.sort((first, second) => second.relevance - first.relevance);
  };

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
      parts: parts.map((text, place) => ({ text, hash: contentHash(text), beside: besides[place] ?? [] })),
      known: compared.map((record) => ({
        text: record.content.slice(0, LONGEST_COMPARED),
        hash: record.contentHash,
        names: known.names.get(record.ownerEntityId ?? '') ?? [],
        staysHere: isWithheld(record),
      })),
      aliases: [...aliases],
      aliasesStayHere: known.aliasesStayHere ?? false,
    },
    nearest: besides.map(nearestOf),
    weigh: (stances) => stances.map((part, place) => weighPart(place, part)),
  };
}
