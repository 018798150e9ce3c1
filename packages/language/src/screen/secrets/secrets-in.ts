import type { Redacted, Secret, SecretKind } from '@hippocamp/shared/language/secret';
import { cardsIn } from './cards.js';
import { passwordsIn } from './passwords.js';
import { privateKeysIn } from './private-keys.js';
import { tokensIn } from './tokens.js';

const unseen = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]+/gu;

/** The text without what nobody sees, and where each of its units stood. */
const seenOf = (text: string): { seen: string; placeOf: (at: number) => number } => {
  const cuts: { at: number; length: number }[] = [];
  let removed = 0;
  const seen = text.replace(unseen, (found: string, place: number) => {
    cuts.push({ at: place - removed, length: found.length });
    removed += found.length;
    return '';
  });
  if (cuts.length === 0) return { seen, placeOf: (at) => at };
  const places = new Uint32Array(seen.length + 1);
  let next = 0;
  let shift = 0;
  for (let at = 0; at <= seen.length; at += 1) {
    for (let cut = cuts[next]; cut && cut.at <= at; cut = cuts[next]) {
      shift += cut.length;
      next += 1;
    }
    places[at] = at + shift;
  }
  return { seen, placeOf: (at) => places[at] ?? text.length };
};

/** In their order; of those that overlap one is left, which covers all, with the kind of the first. */
const joined = (secrets: readonly Secret[]): Secret[] => {
  const sorted = secrets.toSorted((first, second) => first.start - second.start || second.end - first.end);
  const apart: Secret[] = [];
  for (const secret of sorted) {
    const last = apart.at(-1);
    if (last && secret.start < last.end) last.end = Math.max(last.end, secret.end);
    else apart.push({ ...secret });
  }
  return apart;
};

/** Where secrets stand in a text: cards, private keys, tokens of known forms, passwords that are named so. */
export function secretsIn(text: string): Secret[] {
  const { seen, placeOf } = seenOf(text);
  const found = [...privateKeysIn(seen), ...cardsIn(seen), ...tokensIn(seen), ...passwordsIn(seen)];
  return joined(found).map(({ start, end, kind }) => ({ start: placeOf(start), end: placeOf(end - 1) + 1, kind }));
}

const kinds: readonly SecretKind[] = ['card number', 'password', 'private key', 'token'];

/** In the place of each secret stands its kind. They are in their order, and none overlaps another. */
export function withoutSecrets(text: string, secrets: readonly Secret[] = secretsIn(text)): Redacted {
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end, kind } of secrets) {
    parts.push(text.slice(kept, start), `[secret removed: ${kind}]`);
    kept = end;
  }
  const counted = kinds.map((kind) => ({ kind, count: secrets.filter((secret) => secret.kind === kind).length }));
  return { text: [...parts, text.slice(kept)].join(''), removed: counted.filter(({ count }) => count > 0) };
}
