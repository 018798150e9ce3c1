import { LONGEST_READ, nothingRead, type Reading, type WordedReading } from '@hippocamp/shared/language/reading';
import { normaliseText } from '@hippocamp/shared/text/normalise';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { wordingOf } from '../compare/wording.js';
import { readFacts, SELF } from '../read/read-facts.js';
import { byDate, withoutResolved } from '../words/resolved.js';
import { type Bond, bondIn } from './bonds.js';
import { readClause } from './clauses/clause.js';
import { readingsOf } from './clauses/readings.js';
import { clauseTexts } from './clauses/split.js';
import type { Clause } from './clauses/unit.js';
import { statementsOf } from './statements.js';

/** A statement with all that has to be known to compare it, each worked out when it is first asked for. */
export interface ReadStatement extends WordedReading {
  text: string;
  /** Read as one clause. */
  clause: Clause;
  /** The names of the first person, in lower case. */
  aliases: ReadonlySet<string>;
  /** What it says of two people. */
  bond: Bond | null;
}

/** A text as a whole, and its statements: the whole itself where it is but one. */
export interface ReadText {
  whole: ReadStatement;
  statements(): readonly ReadStatement[];
  /** What it says, clause by clause, in each way in which it can be read. */
  clauses(): readonly Clause[];
}

/** The first person, by whatever name: a claim does not say who speaks, so its "I" is that of each memory. */
const withFirstPerson = (reading: Reading, aliases: ReadonlySet<string>): Reading => ({
  ...reading,
  slots: reading.slots.map((slot) => (aliases.has(slot.subject) ? { ...slot, subject: SELF } : slot)),
});

const readingOf = (text: string): Reading => (text.length > LONGEST_READ ? nothingRead : readFacts(text, null));

/** Whoever a memory is of is spoken of in these words too. */
const anyUser = [['the', 'user'], ['user']];

/** "The user's dog" is "my dog". */
const inFirstPerson = (text: string): string => text.replace(/\bthe user's\b/gi, 'my').replace(/\bthe user\b/gi, 'I');

/** The names of the first person in words, the longest first. */
const namesOf = (aliases: ReadonlySet<string>): string[][] =>
  [...anyUser, ...[...aliases].filter((name) => name !== '').map((name) => name.split(/[\s-]/))].sort(
    (first, second) => second.length - first.length,
  );

/** `aliases` are the names of the first person. */
export function readStatement(text: string, aliases: ReadonlySet<string>): ReadStatement {
  let stems: ReadonlySet<string> | undefined;
  let words: readonly string[] | undefined;
  let reading: Reading | undefined;
  const said = withoutResolved(text);
  // Whoever is "I" need not be named as well.
  const names = stemsOf([...aliases].join(' '));
  let clause: Clause | undefined;
  let bond: { found: Bond | null } | undefined;
  return {
    text,
    aliases,
    get stems() {
      stems ??= new Set([...stemsOf(said)].filter((stem) => !names.has(stem)));
      return stems;
    },
    get words() {
      words ??= wordingOf(said).filter((word) => !names.has(word));
      return words;
    },
    get clause() {
      clause ??= readClause(text, namesOf(aliases));
      return clause;
    },
    get bond() {
      bond ??= { found: bondIn(text, aliases) };
      return bond.found;
    },
    get reading() {
      reading ??= withFirstPerson(readingOf(inFirstPerson(text)), aliases);
      return reading;
    },
  };
}

export function readStatements(text: string, aliases: ReadonlySet<string>): ReadText {
  const whole = readStatement(text, aliases);
  let parts: readonly ReadStatement[] | undefined;
  let clauses: readonly Clause[] | undefined;
  const read = (): readonly ReadStatement[] => {
    const statements = statementsOf(text);
    return statements.length > 1 ? statements.map((part) => readStatement(part, aliases)) : [whole];
  };
  return {
    whole,
    statements() {
      parts ??= read();
      return parts;
    },
    clauses() {
      clauses ??= clauseTexts(byDate(text)).flatMap((each) => readingsOf(readClause(each, namesOf(aliases))));
      return clauses;
    },
  };
}

/** Normalising takes away and adds a few characters at most. */
const NEAR_LENGTH = 20;

export const isSameText = (first: string, second: string): boolean =>
  Math.abs(first.length - second.length) <= NEAR_LENGTH && normaliseText(first) === normaliseText(second);
