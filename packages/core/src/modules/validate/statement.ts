import type { ClaimReader } from '../../ports/claim-reader.js';
import type { FactReader, Reading } from '../../ports/extractor.js';
import { type Statement, stemsOf } from '../facts/compare.js';
import { LONGEST_READ, nothingRead } from '../facts/read-text.js';
import { type Aliases, resolve, selfKey } from '../facts/subjects.js';
import { wordingOf } from '../facts/wording.js';
import { normaliseText } from '../memories/normalise.js';

/** A statement with all that has to be known to compare it, each worked out when it is first asked for. */
export interface ReadStatement extends Statement {
  text: string;
}

/** A text as a whole, and its statements: the whole itself where it is but one. */
export interface ReadText {
  whole: ReadStatement;
  statements(): readonly ReadStatement[];
}

export interface StatementReading {
  reader: FactReader;
  claims: ClaimReader;
  /** The names of the first person. */
  aliases: Aliases;
}

/** A claim does not say who speaks, so its first person is that of each memory. */
export function readStatement(text: string, { reader, aliases }: StatementReading): ReadStatement {
  let stems: ReadonlySet<string> | undefined;
  let words: readonly string[] | undefined;
  let reading: Reading | undefined;
  // Whoever is "I" need not be named as well.
  const names = stemsOf([...aliases].join(' '));
  return {
    text,
    get stems() {
      stems ??= new Set([...stemsOf(text)].filter((stem) => !names.has(stem)));
      return stems;
    },
    get words() {
      words ??= wordingOf(text).filter((word) => !names.has(word));
      return words;
    },
    get reading() {
      reading ??= resolve(
        text.length > LONGEST_READ ? nothingRead : reader.read(text, null),
        selfKey(undefined),
        aliases,
      );
      return reading;
    },
  };
}

export function readStatements(text: string, reading: StatementReading): ReadText {
  const whole = readStatement(text, reading);
  let parts: readonly ReadStatement[] | undefined;
  const read = (): readonly ReadStatement[] => {
    const statements = reading.claims.statementsOf(text);
    return statements.length > 1 ? statements.map((part) => readStatement(part, reading)) : [whole];
  };
  return {
    whole,
    statements() {
      parts ??= read();
      return parts;
    },
  };
}

/** Normalising takes away and adds a few characters at most. */
const NEAR_LENGTH = 20;

export const isSameText = (first: string, second: string): boolean =>
  Math.abs(first.length - second.length) <= NEAR_LENGTH && normaliseText(first) === normaliseText(second);
