import { hideBehind } from '../../spans.js';
import { hasVerb } from '../../words/verbs.js';
import type { Passage } from '../layout/passages.js';
import { type Member, membersOf, textOf } from './members.js';
import { jsonTokens, type Token } from './tokens.js';

const saidBy = /^(?:role|author|from|user|sender|speaker|username|name)$/i;
const saying = /^(?:content|text|message|body|msg|comment)$/i;
const naming = /^(?:name|full ?name|display ?name|title)$/i;
/** Keys that everybody understands; of any other nobody can say what its value means. */
const plainKey =
  /^(?:city|town|country|(?:home )?address|birthday|birth date|date of birth|phone(?: number)?|e-?mail|job|occupation|profession|employer|company|languages?|nationality|allergy|allergies|diet|hobby|hobbies|interests|likes|dislikes|favou?rites?(?: \p{L}+)?|pets?|spouse|partner|children|preferences?|time ?zone|deadline|due date|date|time|location|venue|price|budget|notes?)$/iu;

const LONGEST_VALUE = 120;
const LONGEST_LABEL = 40;

const inWords = (key: string): string =>
  key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();

const single = (member: Member | undefined): Token | null =>
  member && !member.isList ? (member.values[0] ?? null) : null;

const isProse = (token: Token): boolean => {
  const words = textOf(token);
  return (
    token.kind === 'string' && words.split(/\s+/).length >= 4 && (hasVerb(words) || !/\p{Script=Latin}/u.test(words))
  );
};

const passage = (start: number, end: number, turn: number, more: Partial<Passage> = {}): Passage => ({
  start,
  end,
  kind: 'prose',
  speaker: null,
  turn,
  heading: null,
  ...more,
});

const inside = ({ start, end }: Token, turn: number, speaker: string | null): Passage =>
  passage(start + 1, end - 1, turn, { speaker });

const statement = (member: Member, owner: string | null, turn: number): Passage[] => {
  const key = inWords(member.key);
  const values = member.values.filter(({ kind }) => kind === 'string' || kind === 'number').map(textOf);
  const value = values.join(', ').replace(/\s+/g, ' ').trim();
  if (!plainKey.test(key) || value === '' || value.length > LONGEST_VALUE) return [];
  const said = owner === null ? `${key}: ${value}` : `${owner}'s ${key} ${values.length > 1 ? 'are' : 'is'} ${value}`;
  return [passage(member.start, member.end, turn, { kind: 'member', said })];
};

const ownerOf = (members: readonly Member[]): string | null => {
  const named = single(members.find(({ key }) => naming.test(inWords(key)) && !/title/i.test(key)));
  const name = named?.kind === 'string' ? textOf(named).trim() : '';
  return name !== '' && name.length <= LONGEST_LABEL ? name : null;
};

/** An object of a conversation: who speaks, and what is said. */
const messageOf = (members: readonly Member[], turn: number): Passage[] | null => {
  const words = single(members.find(({ key }) => saying.test(key)));
  const label = single(members.find(({ key }) => saidBy.test(key)));
  if (words?.kind !== 'string' || label?.kind !== 'string' || words.end - words.start <= 2) return null;
  const speaker = textOf(label).trim();
  return speaker === '' || speaker.length > LONGEST_LABEL ? null : [inside(words, turn, speaker)];
};

const objectPassages = (members: readonly Member[], turn: number): Passage[] => {
  const message = messageOf(members, turn);
  if (message) return message;
  const owner = ownerOf(members);
  return members.flatMap((member) => {
    const prose = single(member);
    return prose && isProse(prose) ? [inside(prose, turn, null)] : statement(member, owner, turn);
  });
};

const escapes: Record<string, string> = { n: '\n', t: ' ', r: ' ', b: ' ', f: ' ', '"': '"', '\\': '\\', '/': '/' };
const escaped = /\\(?:u([\dA-Fa-f]{4})|(.))/gs;

/** Control characters, NUL among them, are no text. */
const ofCode = (code: string): string => {
  const unit = Number.parseInt(code, 16);
  return unit < 32 ? ' ' : String.fromCharCode(unit);
};

const decoded = (part: string): string =>
  part.replace(escaped, (whole, code: string | undefined, sign: string | undefined) =>
    hideBehind(whole, code ? ofCode(code) : (escapes[sign ?? ''] ?? ' ')),
  );

export interface ReadJson {
  /** As long as the text, with the escapes in strings decoded. */
  masked: string;
  passages: Passage[];
}

/** What a text of JSON says in words: messages, prose, and members with a plain meaning. Null for any other text. */
export function readJson(text: string): ReadJson | null {
  const tokens = jsonTokens(text);
  if (tokens === null) return null;
  const passages = membersOf(tokens)
    .flatMap((members, turn) => objectPassages(members, turn))
    .sort((first, second) => first.start - second.start);
  return { masked: decoded(text), passages };
}
