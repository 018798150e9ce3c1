import type { Secret, SecretKind } from '@hippocamp/shared/language/secret';

/** Of an IBAN: country, two digits, and groups of four or none. */
const accounts =
  /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ \u00A0-]?[A-Z0-9]{4}){2,7}(?:[ \u00A0-]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g;

const SHORTEST_ACCOUNT = 15;
const LONGEST_ACCOUNT = 34;

/** ISO 13616: with the first four signs behind, and letters as numbers, it leaves 1 of 97. */
function isAccount(said: string): boolean {
  const plain = said.replace(/[ \u00A0-]/g, '');
  if (plain.length < SHORTEST_ACCOUNT || plain.length > LONGEST_ACCOUNT) return false;
  let left = 0;
  for (const sign of plain.slice(4) + plain.slice(0, 4)) {
    for (const digit of String(Number.parseInt(sign, 36))) left = (left * 10 + Number(digit)) % 97;
  }
  return left === 1;
}

/** Numbers of the social security, where they are called so: nine digits alone may be anything. */
const identities =
  /(?<![\p{L}\p{N}])(?:ssn|social[ -]security(?:[ -](?:number|no\.?|nr\.?|#))?)["'\x60*_)]{0,4}[ \t]{0,4}(?:[:=#]|\b(?:is|was|are)\b)?[ \t]{0,4}["'\x60*_]{0,4}(?<value>\d{3}[ -]?\d{2}[ -]?\d{4})(?!\d)/dgiu;

/** What a browser sends to be known: a header, to the end of its line, and the names of sessions. */
const cookieHeaders = /(?<![\p{L}\p{N}_-])(?:set-)?cookie:/giu;
const cookieLine = /[ \t]{0,4}[\w.%-]{1,64}=[^\s;"']{6,4000}[^\n"']{0,4000}/y;
const sessions =
  /(?<![\p{L}\p{N}_-])(?:\w{0,24}sess(?:ion)?_?(?:id|token)?|connect\.sid|sid|auth_token|access_token|refresh_token|remember_token|csrftoken|xsrf-token)=(?<value>[\w-]{16,512})/dgiu;

function cookiesIn(text: string): Secret[] {
  return [...text.matchAll(cookieHeaders)].flatMap(({ 0: name, index }): Secret[] => {
    const start = index + name.length;
    cookieLine.lastIndex = start;
    const line = cookieLine.exec(text)?.[0] ?? '';
    return line === ''
      ? []
      : [{ start: start + (line.length - line.trimStart().length), end: start + line.length, kind: 'token' }];
  });
}

/** A key of PuTTY, to the line that seals it. */
const keyFiles = /PuTTY-User-Key-File-\d:/g;
const keyFileEnds = /^Private-MAC:.*$/gm;
const LONGEST_KEY_FILE = 20_000;

/** The words that restore a wallet: twelve and more of them, where they are called so. */
const seedNames = /(?<![\p{L}\p{N}])(?:seed|recovery|mnemonic|backup|wallet)[ -](?:phrase|words?|seed)/giu;
const seedBegins = /:|\bis\b|\bare\b|\n/;
const seedWord = /[^A-Za-z]{0,6}[a-z]{3,8}(?![A-Za-z])/y;
const FEWEST_WORDS = 12;
/** Between the name and the first word. */
const MOST_BETWEEN = 60;

function seedsIn(text: string): Secret[] {
  return [...text.matchAll(seedNames)].flatMap(({ 0: name, index }): Secret[] => {
    const from = index + name.length;
    const begins = seedBegins.exec(text.slice(from, from + MOST_BETWEEN));
    const start = from + (begins ? begins.index + begins[0].length : 0);
    seedWord.lastIndex = start;
    let [end, count] = [start, 0];
    while (count < 2 * FEWEST_WORDS && seedWord.test(text)) [end, count] = [seedWord.lastIndex, count + 1];
    const first = start + (/[a-z]/.exec(text.slice(start, end))?.index ?? 0);
    return count >= FEWEST_WORDS ? [{ start: first, end, kind: 'private key' }] : [];
  });
}

const placed = (text: string, pattern: RegExp, kind: SecretKind): Secret[] =>
  [...text.matchAll(pattern)].flatMap((match) =>
    Object.values(match.indices?.groups ?? {}).flatMap((place): Secret[] =>
      place ? [{ start: place[0], end: place[1], kind }] : [],
    ),
  );

function keyFilesIn(text: string): Secret[] {
  return [...text.matchAll(keyFiles)].map(({ index }): Secret => {
    keyFileEnds.lastIndex = index;
    const end = keyFileEnds.exec(text);
    const last = end ? end.index + end[0].length : text.length;
    return { start: index, end: Math.min(last, index + LONGEST_KEY_FILE), kind: 'private key' };
  });
}

/** What is told of accounts, of people and of what lets them in, by its own form or by what it is called. */
export const toldIn = (text: string): Secret[] => [
  ...[...text.matchAll(accounts)]
    .filter(([said]) => isAccount(said))
    .map(({ 0: said, index }): Secret => ({ start: index, end: index + said.length, kind: 'account number' })),
  ...placed(text, identities, 'identity number'),
  ...cookiesIn(text),
  ...placed(text, sessions, 'token'),
  ...seedsIn(text),
  ...keyFilesIn(text),
];
