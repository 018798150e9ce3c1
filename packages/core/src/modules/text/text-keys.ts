import { createHash } from 'node:crypto';

const LONGEST = 1000;

/**
 * Stands for a text among the keys of maps and sets. V8 hashes strings of more than 16,383 characters by their length alone: of many long
 * texts, each would be compared with all others. A digest never begins with "=".
 */
export const textKey = (text: string): string =>
  text.length <= LONGEST ? `=${text}` : createHash('sha256').update(text, 'utf16le').digest('base64');

/** In their order, each once. */
export const distinctTexts = (texts: Iterable<string>): string[] => [
  ...new Map([...texts].map((text) => [textKey(text), text])).values(),
];

/** A map by texts that may be long. */
export interface ByText<Value> {
  get(text: string): Value | undefined;
}

export interface TextMap<Value> extends ByText<Value> {
  readonly size: number;
  set(text: string, value: Value): void;
  entries(): Iterable<readonly [text: string, value: Value]>;
}

/** A map by text; of equal ones the last value counts. */
export function createTextMap<Value>(given: Iterable<readonly [text: string, value: Value]> = []): TextMap<Value> {
  const held = new Map<string, readonly [string, Value]>();
  const set = (text: string, value: Value) => {
    held.set(textKey(text), [text, value]);
  };
  for (const [text, value] of given) set(text, value);
  return {
    get size() {
      return held.size;
    },
    get: (text) => held.get(textKey(text))?.[1],
    set,
    entries: () => held.values(),
  };
}
