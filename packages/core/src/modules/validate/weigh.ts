import { MOST_JUDGED, MOST_SUBCLAIMS } from '@hippocamp/shared/schemas/validate';
import type { ClaimReader } from '../../ports/claim-reader.js';
import type { MemoryRecord } from '../../ports/records.js';
import { selfKey } from '../facts/subjects.js';
import { neutral, type Stance, stanceOf } from './stance.js';
import {
  isSameText,
  type ReadStatement,
  type ReadText,
  readStatement,
  readText,
  type StatementReading,
} from './statement.js';
import type { Weighed } from './verdict.js';

/** The statements of a claim; what comes after the fiftieth is one more with it. */
export function subclaimsOf(claim: string, reader: ClaimReader): string[] {
  const statements = reader.statementsOf(claim);
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

const isFirstPerson = ({ words, reading }: ReadStatement): boolean =>
  words.some((word) => /^(?:i|me|my|mine|we|us|our|ours)$/.test(word)) ||
  reading.slots.some(({ subject }) => subject === selfKey(undefined));

/** Where "I" may be any of several owners, what one of them says refutes nothing that another may have said. */
const withoutOthers = (part: ReadStatement, rows: readonly Weighed[]): readonly Weighed[] => {
  const owners = new Set(
    rows.filter(({ stance }) => stance.stance !== 'neutral').map(({ record }) => record.ownerEntityId),
  );
  if (owners.size <= 1 || !isFirstPerson(part)) return rows;
  return rows.map((row) => (row.stance.stance === 'refutes' ? { ...row, stance: neutral } : row));
};

/** What memories say of a part of the claim; each is read once. */
const createStances = (claim: string, reading: StatementReading) => {
  const whole = readStatement(claim, reading);
  const texts = new Map<string, ReadText>();
  const textOf = (record: MemoryRecord): ReadText => {
    const found = texts.get(record.id) ?? readText(record.content, reading);
    texts.set(record.id, found);
    return found;
  };
  return (part: ReadStatement, record: MemoryRecord): Stance =>
    stanceOf(isSameText(claim, record.content) ? whole : part, textOf(record), reading.claims);
};

/**
 * Every memory beside every subclaim, in the order of the memories; of many subclaims, beside each only what was found for
 * it and what says the whole claim.
 */
export function weigh(
  claim: string,
  subclaims: readonly string[],
  known: Known,
  asOf: Date,
  reading: StatementReading,
) {
  const stances = createStances(claim, reading);
  const weighed = (part: ReadStatement, record: MemoryRecord, relevance: number): Weighed => {
    const stance = stances(part, record);
    const replaced = stance.stance === 'supports' && record.invalidAt !== null && record.invalidAt <= asOf;
    const successor = replaced ? successorOf(record, known.others, asOf) : null;
    const overtaken = successor !== null && stances(part, successor).stance !== 'supports';
    return { record, relevance, stance, valid: isValid(record, asOf), overtaken };
  };
  return subclaims.map((text, place): readonly Weighed[] => {
    const part = readStatement(text, reading);
    const found = known.relevance[place];
    const isNear = (record: MemoryRecord) =>
      subclaims.length <= MOST_SUBCLAIMS || found?.has(record.id) || isSameText(claim, record.content);
    const rows = known.records.filter(isNear).map((record) => weighed(part, record, found?.get(record.id) ?? 0));
    return withoutOthers(part, rows);
  });
}
