import type { Secret } from '@hippocamp/shared/language/secret';

const beginning = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const ending = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** What is left of a key that was cut off. */
const body = /[A-Za-z0-9+/=\s\\:,-]*/y;

const endFrom = (text: string, from: number): number => {
  ending.lastIndex = from;
  const found = ending.exec(text);
  if (found) return found.index + found[0].length;
  body.lastIndex = from;
  return from + (body.exec(text)?.[0].length ?? 0);
};

/** Private keys as PEM writes them, with their first and last lines. */
export function privateKeysIn(text: string): Secret[] {
  const found: Secret[] = [];
  for (const { 0: line, index } of text.matchAll(beginning)) {
    if (index < (found.at(-1)?.end ?? 0)) continue;
    found.push({ start: index, end: endFrom(text, index + line.length), kind: 'private key' });
  }
  return found;
}
