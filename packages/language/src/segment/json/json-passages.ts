import { ownOf } from '@hippocamp/shared/own';
import { hideBehind, type Span } from '../../words/spans.js';
import { hasVerb } from '../../words/verbs.js';
import type { Passage, ReadPart } from '../layout/passages-of.js';
import { inWords, isTold, valueInWords } from '../technical.js';
import { jsonValues, type Member, type Value } from './tree.js';

const saidBy = /^(?:role|author|from|user|sender|speaker|username|name)$/i;
const saying = /^(?:content|text|message|body|msg|comment)$/i;
const saidInExport = /^value$/i;
const naming = /^(?:name|full ?name|display ?name)$/i;
/** Keys of personal facts, each of which is a statement of its own. */
const personal =
  /^(?:city|town|country|(?:home )?address|birthday|birth date|date of birth|phone(?: number)?|e-?mail|job|occupation|profession|employer|company|languages?|nationality|allergy|allergies|diet|hobby|hobbies|interests|likes|dislikes|favou?rites?(?: \p{L}+)?|pets?|spouse|partner|children|preferences?|time ?zone)$/iu;

const LONGEST_VALUE = 200;
const LONGEST_LABEL = 40;
/** The most members that are told as one statement. */
const TOGETHER = 8;

const roles: Record<string, string> = {
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  bot: 'assistant',
  model: 'assistant',
  gpt: 'assistant',
  chatgpt: 'assistant',
  claude: 'assistant',
};

interface Walk {
  passages: Passage[];
  turn: number;
}

const isProse = ({ type, text }: Value): boolean =>
  type === 'string' && text.trim().split(/\s+/).length >= 4 && (hasVerb(text) || !/\p{Script=Latin}/u.test(text));

const passage = (place: Span, turn: number, more: Partial<Passage> = {}): Passage => ({
  ...{ start: place.start, end: place.end, kind: 'prose' as const, speaker: null, turn, heading: null },
  ...more,
});

const inside = ({ start, end }: Value): Span => ({ start: start + 1, end: end - 1 });

const memberNamed = (value: Value, pattern: RegExp): Value | undefined =>
  value.members.find(({ key }) => pattern.test(inWords(key)))?.value;

/** The speaker of a message: a name, a role, or an object that holds one of them. */
const labelIn = (value: Value | undefined): string | null => {
  if (value === undefined) return null;
  if (value.type === 'object') return labelIn(memberNamed(value, /^role$/i) ?? memberNamed(value, saidBy));
  const label = value.text.trim();
  const isLabel = value.type === 'string' && label !== '' && label.length <= LONGEST_LABEL;
  return isLabel ? (ownOf(roles, label.toLowerCase()) ?? label) : null;
};

const wordsIn = (value: Value | undefined): Value[] => {
  if (value === undefined) return [];
  if (value.type === 'string') return value.end - value.start > 2 ? [value] : [];
  if (value.type === 'array') return value.items.flatMap((item) => wordsIn(item));
  return value.members.flatMap(({ key, value: part }) =>
    /^(?:parts|text|value|user profile|user instructions)$/.test(inWords(key)) ? wordsIn(part) : [],
  );
};

/** False for an object that is no message of a talk. */
const readMessage = (object: Value, walk: Walk): boolean => {
  const said =
    memberNamed(object, saying) ?? (memberNamed(object, /^from$/) ? memberNamed(object, saidInExport) : undefined);
  const words = wordsIn(said).sort((first, second) => first.start - second.start);
  const speaker = labelIn(memberNamed(object, /^(?:role|author)$/i) ?? memberNamed(object, saidBy));
  if (words.length === 0 || speaker === null) return false;
  walk.turn += 1;
  for (const value of words) walk.passages.push(passage(inside(value), walk.turn, { speaker }));
  return true;
};

/** Null for a member that is too long, or says nothing to people. */
const toldIn = ({ key, value }: Member): string | null => {
  const scalars = value.type === 'array' ? value.items : [value];
  const isPlain =
    scalars.length > 0 && scalars.every((one) => one.type !== 'object' && one.type !== 'array' && !isProse(one));
  const told = isPlain ? scalars.map(({ text }) => valueInWords(text)).join(', ') : '';
  return told.length <= LONGEST_VALUE && isTold(key, told) ? told : null;
};

const eventName = /^(?:type|event|event type|action|topic)$/;

/** Forms have a question and its answer in members of one object. */
const asked = (object: Value): string | null => {
  const question = memberNamed(object, /^(?:question|label|field|title|prompt)$/);
  const answer = object.members.find(({ key }) => /^(?:answer|value|response)$/.test(inWords(key)));
  const told = answer === undefined ? null : toldIn({ ...answer, key: 'answer' });
  return question?.type === 'string' && told !== null ? `${question.text.trim().replace(/[:?]$/, '')}: ${told}` : null;
};

const placeOf = ({ keyStart, value }: Member): Span => ({ start: keyStart - 1, end: value.end });

interface Told {
  member: Member;
  key: string;
  value: string;
}

/** Members that follow each other become one statement. No other statement may lie between them. */
function sayTogether(part: readonly Told[], name: Told | undefined, heading: Span | null, walk: Walk): void {
  const [first, last] = [part[0], part.at(-1)];
  if (!first || !last) return;
  const named = name && !part.includes(name) ? [name, ...part] : part;
  const said = named.map(({ key, value }) => `${key}: ${value}`).join(', ');
  const place = { start: placeOf(first.member).start, end: placeOf(last.member).end };
  walk.passages.push(passage(place, walk.turn, { kind: 'member', said, heading }));
}

const isNested = ({ value }: Member): boolean =>
  value.type === 'object' ||
  (value.type === 'array' && value.items.some(({ type }) => type === 'object' || type === 'array'));

const toldOf = (object: Value, isEvent: boolean): (Told | null)[] =>
  object.members.map((member) => {
    const key = inWords(member.key);
    const isName = isEvent && eventName.test(key) && member.value.type === 'string';
    const value = isProse(member.value) ? null : isName ? valueInWords(member.value.text) : toldIn(member);
    return value === null ? null : { member, key: isName ? 'event' : key, value };
  });

function sayOf(name: Told, { member, key, value }: Told, walk: Walk): void {
  const verb = member.value.type === 'array' && member.value.items.length > 1 ? 'are' : 'is';
  walk.passages.push(
    passage(placeOf(member), walk.turn, { kind: 'member', said: `${name.value}'s ${key} ${verb} ${value}` }),
  );
}

/** A personal fact is told alone, other members a few together: "first name: Ines, seats: 4". */
function readMembers(object: Value, heading: Span | null, walk: Walk, isEvent: boolean): void {
  const told = toldOf(object, isEvent);
  const name = told.find((one) => one !== null && naming.test(one.key)) ?? undefined;
  const isPersonal = (one: Told | null): one is Told => name !== undefined && one !== null && personal.test(one.key);
  const isPersons = told.some(isPersonal);
  let part: Told[] = [];
  const flush = () => {
    sayTogether(part, isPersons ? undefined : name, heading, walk);
    part = [];
  };
  const add = (one: Told) => {
    if (isPersons && one === name) return;
    part.push(one);
    if (part.length === TOGETHER) flush();
  };
  for (const [place, member] of object.members.entries()) {
    const one = told[place] ?? null;
    if (isPersonal(one) || isNested(member) || isProse(member.value)) flush();
    if (isPersonal(one) && name) sayOf(name, one, walk);
    else if (one) add(one);
  }
  flush();
}

function read(value: Value, heading: Span | null, walk: Walk, isRoot = false): void {
  for (const item of value.items) {
    if (isProse(item)) walk.passages.push(passage(inside(item), walk.turn));
    read(item, heading, walk);
  }
  if (value.type !== 'object') return;
  walk.turn += 1;
  if (readMessage(value, walk)) return;
  const answered = asked(value);
  if (answered !== null) {
    walk.passages.push(passage(value, walk.turn, { kind: 'member', said: answered, heading }));
    return;
  }
  readMembers(value, heading, walk, isRoot);
  for (const { key, keyStart, keyEnd, value: inner } of value.members) {
    if (isProse(inner)) walk.passages.push(passage(inside(inner), walk.turn));
    else if (inner.type === 'object' || inner.type === 'array') {
      read(
        inner,
        /^(?:data|payload|object|items|results?|body|attributes|message|mapping)$/i.test(key)
          ? heading
          : { start: keyStart, end: keyEnd },
        walk,
      );
    }
  }
}

const escapes: Record<string, string> = { n: '\n', t: ' ', r: ' ', b: ' ', f: ' ', '"': '"', '\\': '\\', '/': '/' };
const escaped = /\\(?:u([\dA-Fa-f]{4})|(.))/gs;

const ofCode = (code: string): string => {
  const unit = Number.parseInt(code, 16);
  return unit < 32 ? ' ' : String.fromCharCode(unit);
};

const decoded = (part: string): string =>
  part.replace(escaped, (whole, code: string | undefined, sign: string | undefined) =>
    hideBehind(whole, code ? ofCode(code) : (ownOf(escapes, sign ?? '') ?? ' ')),
  );

/** Reads JSON: messages, prose, and members with a plain meaning. Null for other text. */
export function readJson(text: string): ReadPart | null {
  const values = jsonValues(text);
  if (values === null) return null;
  const walk: Walk = { passages: [], turn: 0 };
  for (const value of values) read(value, null, walk, true);
  // The masked text keeps its length; escapes in strings are decoded.
  return { masked: decoded(text), passages: walk.passages.sort((first, second) => first.start - second.start) };
}
