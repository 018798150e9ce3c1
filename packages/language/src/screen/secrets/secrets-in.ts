import { markerOf, type Redacted, type Secret, type SecretKind } from '@hippocamp/shared/language/secret';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { issuedAddresses, issuedForms } from './issued.js';
import { passwordsIn, toldIn } from './passwords.js';

const digits = /\d+/g;
const separator = /^[ \u00A0\u2009\u202F.\-–]$/;
const wordBefore = /[\p{L}_+]$/u;
const wordAfter = /^[\p{L}_]/u;

/** Prefixes and lengths that card networks issue: an IMEI or a bar code passes the Luhn check, too. */
const issued = new RegExp(
  `^(?:${[
    String.raw`4(?:\d{12}|\d{15}|\d{18})`,
    String.raw`5[1-5]\d{14}`,
    String.raw`2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}`,
    String.raw`3[47]\d{13}`,
    String.raw`3(?:0[0-5]|[689]\d)\d{11}`,
    String.raw`35(?:2[89]|[3-8]\d)\d{12}`,
    String.raw`6(?:011|4[4-9]\d|5\d\d)\d{12}`,
    String.raw`62\d{14,17}`,
    String.raw`(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}`,
  ].join('|')})$`,
);
const groupings = /^(?:\d{13,19}|4,4,4,[1-4](?:,[1-4])?|4,6,[45]|4,4,5)$/;

/** Luhn 1960: counted from the end, each second digit is doubled. */
const passes = (number: string): boolean => {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number.at(-1 - place));
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
};

const MOST_GROUPS = 5;

const SHORTEST_GROUP = 4;

const cardLength = (groups: readonly string[]): number => {
  if ((groups[0]?.length ?? 0) < SHORTEST_GROUP) return 0;
  for (let count = Math.min(MOST_GROUPS, groups.length); count > 0; count -= 1) {
    const some = groups.slice(0, count);
    const number = some.join('');
    const [only = ''] = some;
    const grouping = count === 1 ? only : some.map(({ length }) => length).join(',');
    if (number.length <= 19 && groupings.test(grouping) && issued.test(number) && passes(number)) return count;
  }
  return 0;
};

interface Group {
  said: string;
  start: number;
  end: number;
}

const runsOf = (text: string): Group[][] => {
  const runs: Group[][] = [];
  for (const { 0: said, index } of text.matchAll(digits)) {
    const group = { said, start: index, end: index + said.length };
    const last = runs.at(-1)?.at(-1);
    if (last && separator.test(text.slice(last.end, index))) runs.at(-1)?.push(group);
    else runs.push([group]);
  }
  return runs;
};

/** A number joined to letters is part of a name. */
const standsAlone = (text: string, start: number, end: number): boolean =>
  !wordBefore.test(text.slice(Math.max(0, start - 2), start)) && !wordAfter.test(text.slice(end, end + 2));

function cardsIn(text: string): Secret[] {
  const found: Secret[] = [];
  for (const groups of runsOf(text)) {
    for (let place = 0; place < groups.length; ) {
      const some = groups.slice(place, place + MOST_GROUPS);
      const count = cardLength(some.map(({ said }) => said));
      const [first, last] = [some[0], some[count - 1]];
      if (first && last && standsAlone(text, first.start, last.end))
        found.push({ start: first.start, end: last.end, kind: 'card number' });
      place += Math.max(1, count);
    }
  }
  return found;
}

const keyBegins = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const keyEnds = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** The body of a key whose last line is missing. */
const keyBody = /[A-Za-z0-9+/=\s\\:,-]*/y;

const endOfKey = (text: string, from: number): number => {
  keyEnds.lastIndex = from;
  const found = keyEnds.exec(text);
  if (found) return found.index + found[0].length;
  keyBody.lastIndex = from;
  return from + (keyBody.exec(text)?.[0].length ?? 0);
};

function privateKeysIn(text: string): Secret[] {
  const found: Secret[] = [];
  for (const { 0: line, index } of text.matchAll(keyBegins)) {
    if (index < (found.at(-1)?.end ?? 0)) continue;
    found.push({ start: index, end: endOfKey(text, index + line.length), kind: 'private key' });
  }
  return found;
}

// linear: each form begins with letters of its own, or has a length of its own, and what follows is bounded.
const tokens = new RegExp(String.raw`(?<![\w-])(?:${issuedForms.join('|')})(?![\w])`, 'g');
// linear: each begins with letters of its own, and what follows is bounded.
const addresses = new RegExp(issuedAddresses.join('|'), 'dgi');

const tokenValue = String.raw`["'\x60]?(?<value>[\w.~+/=-]{12,4096})`;
// linear: what stands before the value is a few words of bounded length, and what a value holds ends it.
const headers = new RegExp(String.raw`(?<![\w-])(?:Bearer|Basic)[ \t]{1,4}${tokenValue}`, 'dgi');
export const keyName =
  '(?:api|secret|access|auth|private|client|signing|encryption|personal|deploy|service|storage|account|webhook|bot|app|refresh|session)[ _-]?(?:access[ _-]?|account[ _-]?)?(?:key|token|secret)';
const marksOfName = String.raw`["'\x60*_]{0,3}`;
// linear: where it fits, the search goes on behind it; where it does not, it has read less than a hundred characters.
const namedKeys = new RegExp(
  String.raw`${keyName}${marksOfName}[ \t]{0,4}(?:[:=]|\b(?:is|ist|est|es)\b)["'\x60*_ \t]{0,6}${tokenValue}`,
  'dgi',
);
/** These names may mean anything, so a sign and a value of 16 characters or more have to follow. */
// linear: a name of bounded length, and what a value holds ends it.
const assignedKeys = new RegExp(
  String.raw`(?:(?<![\p{L}])(?:token|secret|credentials?|dsn)|\w{1,40}_(?:KEY|TOKEN|SECRET|DSN))${marksOfName}[ \t]{0,4}[:=]["'\x60*_ \t]{0,6}["'\x60]?(?<value>[\w.~+/=-]{16,4096})`,
  'dgu',
);
/** A key alone on the line below its name. */
// linear: a name and what stands between it and the value are of bounded length.
const belowNames = new RegExp(
  String.raw`(?:${keyName}|(?<![\p{L}])(?:token|secret))s?${marksOfName}[ \t]{0,2}:?[ \t]{0,2}\r?\n(?:[ \t]{0,4}\r?\n)?[ \t>*-]{0,6}["'\x60]{0,3}(?<value>[\w.~+/=-]{16,4096})["'\x60]{0,3}[ \t]{0,4}(?=\r?\n|$)`,
  'dgiu',
);

/** Words and paths are no keys: a key mixes digits with letters. */
const isRandom = (given: string): boolean => /\d/.test(given) && /[A-Za-z]/.test(given);

function tokensIn(text: string): Secret[] {
  const known = [...text.matchAll(tokens)].map(
    ({ 0: token, index }): Secret => ({ start: index, end: index + token.length, kind: 'token' }),
  );
  const stated = [headers, namedKeys, assignedKeys, belowNames]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap((match): Secret[] => {
      const [start, end] = match.indices?.groups?.value ?? [0, 0];
      const said = withoutEnd(text.slice(start, end), /[.=~-]/);
      return isRandom(said) ? [{ start, end: start + said.length, kind: 'token' }] : [];
    });
  const doors = [...text.matchAll(addresses)].flatMap((match) =>
    Object.values(match.indices?.groups ?? {}).flatMap((place): Secret[] =>
      place ? [{ start: place[0], end: place[1], kind: 'token' }] : [],
    ),
  );
  return [...known, ...stated, ...doors];
}

const unseen = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]+/gu;

/** The text without invisible characters, and the original place of each unit. */
export const seenOf = (text: string): { seen: string; placeOf: (at: number) => number } => {
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

export const joined = (secrets: readonly Secret[]): Secret[] => {
  const sorted = secrets.toSorted((first, second) => first.start - second.start || second.end - first.end);
  const apart: Secret[] = [];
  for (const secret of sorted) {
    const last = apart.at(-1);
    if (last && secret.start < last.end) last.end = Math.max(last.end, secret.end);
    else apart.push({ ...secret });
  }
  return apart;
};

/** The places of secrets in a text, in order and without overlap. */
export function secretsIn(text: string): Secret[] {
  const { seen, placeOf } = seenOf(text);
  const found = [...privateKeysIn(seen), ...cardsIn(seen), ...tokensIn(seen), ...passwordsIn(seen), ...toldIn(seen)];
  return joined(found).map(({ start, end, kind }) => ({ start: placeOf(start), end: placeOf(end - 1) + 1, kind }));
}

const kinds: readonly SecretKind[] = [
  'account number',
  'card number',
  'identity number',
  'password',
  'private key',
  'token',
];

/** Replaces each secret by its kind. The secrets have to be in order and must not overlap. */
export function withoutSecrets(text: string, secrets: readonly Secret[] = secretsIn(text)): Redacted {
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end, kind } of secrets) {
    parts.push(text.slice(kept, start), markerOf(kind));
    kept = end;
  }
  const counted = kinds.map((kind) => ({ kind, count: secrets.filter((secret) => secret.kind === kind).length }));
  return { text: [...parts, text.slice(kept)].join(''), removed: counted.filter(({ count }) => count > 0) };
}
