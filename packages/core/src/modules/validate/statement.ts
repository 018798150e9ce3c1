import type { ClaimReader } from '../../ports/claim-reader.js';
import { type Statement, stemsOf } from '../facts/compare.js';
import type { Facts } from '../facts/facts.js';
import { type Aliases, resolve, selfKey } from '../facts/subjects.js';
import { contentHash } from '../memories/normalise.js';

/** A statement with all that has to be known to compare it. */
export interface ReadStatement extends Statement {
  text: string;
  hash: string;
}

export interface StatementReading {
  facts: Facts;
  claims: ClaimReader;
  /** The names of the first person. */
  aliases: Aliases;
}

/** A claim does not say who speaks, so its first person is that of each memory. */
const read = (text: string, { facts, aliases }: StatementReading): ReadStatement => ({
  text,
  hash: contentHash(text),
  stems: stemsOf(text),
  reading: resolve(facts.read(text, null, undefined), selfKey(undefined), aliases),
});

/** A text as a whole, and each of its statements where it has several. */
export function readText(text: string, reading: StatementReading): ReadStatement[] {
  const statements = reading.claims.statementsOf(text);
  const parts = statements.length > 1 ? statements : [];
  return [text, ...parts].map((part) => read(part, reading));
}

export const readStatement = read;
