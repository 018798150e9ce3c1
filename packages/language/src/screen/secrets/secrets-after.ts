import { type Redacted, SAID_BEFORE, type Secret } from '@hippocamp/shared/language/secret';
import { called, isOrdinary, isTold } from './passwords.js';
import { joined, keyName, secretsIn, seenOf, withoutSecrets } from './secrets-in.js';

/** Words that answer a question without its value. */
const replies = new Set(
  `sorry please thanks thank thx hello hi hey sure done yep yeah nope nah wait what huh dunno really great cool nothing nobody none later
  tomorrow yesterday today soon maybe perhaps okay idk wow damn oops i me you he she we they do does don't can't give tell got found
  danke bitte ja nein doch hallo moment gestern heute morgen keine merci oui non pardon hier demain gracias sí si vale perdón ayer`.split(
    /\s+/,
  ),
);
const isReply = (word: string): boolean => replies.has(word) || isOrdinary(word);

/** Names of secrets that are looked for, each with the label that the rules for one text know it by. */
const names: readonly (readonly [string, RegExp])[] = [
  ['password', new RegExp(String.raw`${called}(?![\p{L}\p{N}])`, 'giu')],
  ['api key', new RegExp(String.raw`${keyName}s?(?![\p{L}\p{N}])`, 'giu')],
  ['token', /(?<![\p{L}\p{N}])(?:token|secret|credential)s?(?![\p{L}\p{N}])/giu],
  ['ssn', /(?<![\p{L}\p{N}])(?:ssn|social[ -]security(?:[ -](?:number|no|nr))?)(?![\p{L}\p{N}])/giu],
];

const opens = /(?:[?:=]|(?<![\p{L}\p{N}])(?:is|ist|lautet|est|es|è|é|jest|wordt))["'\x60*_)]{0,3}$/u;
/** A question for something else than the value. Its answer may be a year or "Yesterday". */
const asksElse =
  /^(?:and |but |so )?(?:when|why|how|who|where|did|does|has|should|shall|must|wann|warum|wie oft|wie lang|quand|pourquoi|cuándo)(?![\p{L}\p{N}])[^?]*\?/iu;
/** A question whose answer is mostly one word. */
const asksWhether = /^(?:and |but |so )?(?:is|are|have|ist|sind|hast|haben)(?![\p{L}\p{N}])[^?]*\?/iu;

// linear: it is matched against a line of bounded length.
const looseAtEnds = /^["'\x60*_([\s]+|["'\x60*_)\].,;:!\s]+$/gu;

/** UTF-16 units at the beginning of a message in which its first line is looked for. */
const FIRST_LINE = 600;

const firstLine = (text: string): string => text.slice(0, FIRST_LINE).trimStart().split('\n', 1)[0] ?? '';

/** Whether a value of letters alone, or of digits alone, counts as a secret. */
interface Believed {
  words: boolean;
  numbers: boolean;
}

const isNumber = /^\d+$/;
const marked = /[\d#$%&@^~+=*!]/;
/** Times, addresses of mail and of pages. */
const noPassword = /^(?:\d{1,2}:\d\d|[^@]{1,64}@[^@]{1,64}\.\p{L}{2,}$|\w{1,16}:\/\/)/u;
const [FEWEST_SIGNS, FEWEST_DIGITS] = [6, 3];

const isAll = (text: string, said: string): boolean => firstLine(text).replace(looseAtEnds, '') === said;

const isToldAt = (text: string, { start, end }: Secret): boolean =>
  isTold(text, { start, end, said: text.slice(start, end), quoted: false });

/** In prose a value has letters and a digit or sign, or digits alone, or it is all that its line says. */
function isValue(text: string, secret: Secret): boolean {
  const said = text.slice(secret.start, secret.end);
  if (!marked.test(said)) return isAll(text, said) && !isReply(said.toLowerCase());
  if (isNumber.test(said)) return said.length >= FEWEST_DIGITS;
  return (/\p{L}/u.test(said) || isAll(text, said)) && isToldAt(text, secret);
}

/** Stricter than `isValue`, since an answer to a question is more often none. */
function isAnswer(text: string, secret: Secret, { words, numbers }: Believed): boolean {
  const said = text.slice(secret.start, secret.end);
  if (!isValue(text, secret) || noPassword.test(said)) return false;
  if (!marked.test(said)) return words;
  const isLong = said.length >= FEWEST_SIGNS && /\p{L}/u.test(said);
  return isLong || (numbers && isToldAt(text, secret) && (isNumber.test(said) || isAll(text, said)));
}

const [FEWEST_WORDS, MOST_WORDS] = [3, 8];

/** "correct horse battery staple": lower-case words, none of which says something about a password. */
const isPhrase = (line: string): boolean => {
  const words = line.replace(looseAtEnds, '').split(' ');
  const areAlike = words.every((word) => /^\p{Ll}{2,30}$/u.test(word));
  return areAlike && words.length >= FEWEST_WORDS && words.length <= MOST_WORDS && words.filter(isReply).length <= 1;
};

const lead = /^\s*(?:(?:it['’]s|it is|that['’]s|that is|es ist|das ist|c['’]est|es)[ \t]{1,3})?/iu;

/** UTF-16 units behind a name in which its value ends. */
const LONGEST_VALUE = 4200;

/** Answers to the last sentence of `before`, which asks or leaves open: "What is the PIN?", "My password is". */
function answersIn(text: string, before: string): Secret[] {
  const sentence = before.split(/[.!?]\s+|\n/).at(-1) ?? '';
  const isOpen = opens.test(sentence);
  const skipped = lead.exec(text)?.[0].length ?? 0;
  const body = text.slice(skipped, skipped + LONGEST_VALUE);
  const numbers = !asksElse.test(sentence);
  const believed = { words: isOpen && numbers && !asksWhether.test(sentence), numbers };
  return names.flatMap(([label, name]): Secret[] => {
    const last = [...sentence.matchAll(name)].at(-1);
    if (!last || !(isOpen || last.index + last[0].length === sentence.length)) return [];
    const phrase = label === 'password' && believed.words && /phrase/i.test(last[0]) && isPhrase(firstLine(body));
    const shown = phrase ? 'passphrase: ' : `${label}: `;
    return secretsIn(shown + body)
      .map(({ start, end, kind }) => ({ start: start - shown.length, end: end - shown.length, kind }))
      .filter(
        (secret) => secret.start >= 0 && (phrase || secret.kind !== 'password' || isAnswer(body, secret, believed)),
      )
      .map(({ start, end, kind }) => ({ start: start + skipped, end: end + skipped, kind }));
  });
}

const openKey = /^(?:-----BEGIN|PuTTY)/;
const goesOn = /^\s*[A-Za-z0-9+/=]{40}|-----END [A-Z0-9 ]{0,40}PRIVATE KEY|(?:^|\n)Private-MAC:/;

/** A key whose end is missing would take all words of the next message. */
const continues = (said: string, text: string, { start, end }: Secret): boolean =>
  !openKey.test(said.slice(start)) || goesOn.test(text.slice(0, end - said.length));

/** Secrets that stand below their name, or that begin at the end of `before` and go on. */
function belowIn(text: string, before: string): Secret[] {
  const said = `${before}\n`;
  return secretsIn(said + text)
    .filter((secret) => secret.end > said.length && (secret.start >= said.length || continues(said, text, secret)))
    .map(({ start, end, kind }) => ({ start: Math.max(0, start - said.length), end: end - said.length, kind }))
    .filter((secret) => secret.kind !== 'password' || isValue(text, secret));
}

/** As `withoutSecrets`, and without what the end of `before` names: "My password:", then "hunter2x9" in another message. */
export function withoutSecretsAfter(text: string, before = ''): Redacted {
  const own = secretsIn(text);
  if (before === '') return withoutSecrets(text, own);
  const said = before.trimEnd().slice(-SAID_BEFORE);
  return withoutSecrets(text, joined([...own, ...belowIn(text, said), ...answersIn(text, seenOf(said).seen)]));
}
