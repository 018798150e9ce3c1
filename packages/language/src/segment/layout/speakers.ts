import type { Statement } from '@hippocamp/shared/language/statement';
import { anyMonth, anyWeekday, monthNames, weekdayNames } from '../../words/calendar.js';

/** Labels of notes, mails and logs, which nobody speaks. */
const notSpeakers = new Set(
  `note notes todo warning error info debug trace fatal warn notice critical example examples summary re fw fwd subject from to cc bcc date
  dates update updates decision decisions action actions agenda attendees participants present absent time times location place
  venue ps pps http https title author tags tag status priority owner deadline due topic topics question questions answer answers
  result results idea ideas plan plans goal goals reminder edit address phone email mail name names birthday budget price
  cost costs total version changelog fixed added changed removed groceries shopping list lists ingredients steps step
  method background context risks risk issues issue problem problems solution next pros cons q a tl dr tldr key keys
  important tip tips caution hint yes no yep nope yeah ok okay sure correct also exactly well step one two three today tomorrow yesterday morning afternoon evening
  breakfast lunch dinner day week month year home work school hobbies allergies diet likes dislikes contact contacts
  overview introduction conclusion details description requirements installation usage license warning fact facts reason
  also however first second third finally remember conclusion quote source sources link links url photo image video file
  attachment attachments translate translation proofread rewrite rephrase paraphrase summarise summarize correct remember language languages occupation job employer company city country age gender nationality
  correction corrections corrected erratum clarification announcement announcements news heads rescheduled cancelled canceled postponed moved
  new change attention followup edited sorry actually oops wait fyi nb now meanwhile currently final deprecated resolved closed reopened`
    .split(/\s+/)
    .concat(weekdayNames, monthNames),
);

const hidden = '[\\uFFFF \\t]*';
const stamp =
  '(?:[\\[(](?=[^\\])\\n]{0,40}\\d)[^\\])\\n]{1,40}[\\])]|(?=[^\\n]{0,12}[/.:-]\\d)\\d[\\d/.,:\\-T \\u202f\\u00a0]{3,28}(?:[AaPp]\\.?[Mm]\\.?)?)';
const properName =
  "\\p{Lu}[\\p{L}\\p{M}\\p{N}_'’.-]{0,30}(?: (?:(?:van|von|de|der|den|la|al|bin) )?\\p{Lu}[\\p{L}\\p{M}'’.-]{0,30}){0,2}";
const role =
  'user|assistant|system|human|ai|bot|agent|customer|client|me|you|chatgpt|claude|gpt|model|support|operator|moderator|interviewer|interviewee|patient|doctor';
const handle = '[a-z@][a-z0-9_.-]{1,24}';

const labelled = new RegExp(
  `^${hidden}(?:[-*•][ \\t]${hidden})?(?:${stamp}[\\]]?\\s{0,3}(?:[-–—|]\\s{1,4})?${hidden})?(?:#{1,4} )?(${properName}|${role}|${handle})${hidden}(?:[(\\[][^)\\]\\n]{1,30}[)\\]]${hidden})?(?:(?<= )(?:said|says|wrote)${hidden})?:${hidden}(?=\\s|$)\\s*`,
  'iu',
);
const exact = new RegExp(`^(?:${properName})$`, 'u');
const roleName = new RegExp(`^(?:${role})$`, 'i');
const chevron = /^\s*(?:\[?[\d:.]{4,8}\]?\s{0,3})?<[@+ ]?([\p{L}\p{N}_.-]{1,30})>\s{1,3}(?=\S)/u;
const posted = new RegExp(
  `^${hidden}(${properName}|${handle})${hidden}(?:\\s(?:APP|BOT))?\\s{0,3}[—–\\-([|]?\\s{0,3}(?:Today at |Yesterday at |on )?(?:\\d{1,4}[./-]\\d{1,2}(?:[./-]\\d{1,4})?,?\\s)?\\d{1,2}[:.]\\d{2}(?::\\d{2})?\\s?(?:[AaPp]\\.?[Mm]\\.?)?[)\\]]?\\s*$`,
  'u',
);

export interface Label {
  speaker: string;
  /** UTF-16 units of the label in its line; the words follow it. */
  length: number;
  /** True when the label names a speaker in any text, as labels in exports of chats do. */
  certain: boolean;
  isStamped: boolean;
}

const isSpeaker = (name: string): boolean => {
  const first = name.split(/[\s.]/)[0]?.toLowerCase() ?? '';
  return !notSpeakers.has(name.toLowerCase()) && !notSpeakers.has(first);
};

const stamped = new RegExp(`^${hidden}(${stamp})`, 'u');
const endOfTime = new RegExp(`^(?:${anyMonth}|${anyWeekday}|[ap]\\.?m\\.?|utc|gmt|z|h)$`, 'i');

/** True when a line begins with a time that has no name behind it in its brackets. */
export function hasStamp(line: string): boolean {
  const time = stamped.exec(line.slice(0, 60))?.[1];
  const [last = ''] =
    time
      ?.replace(/[\])]$/, '')
      .trim()
      .split(/[\s,]+/)
      .slice(-1) ?? [];
  return time !== undefined && (!/^\p{L}/u.test(last) || endOfTime.test(last));
}

/** "I" after a label shows that somebody speaks. */
const inFirstPerson = /^(?:I|I['’](?:m|ve|d|ll)|My)\b/;

const byColon = (line: string): Label | null => {
  const found = labelled.exec(line);
  const speaker = found?.[1];
  if (!found || !speaker) return null;
  if (roleName.test(speaker)) return { speaker, length: found[0].length, certain: true, isStamped: false };
  if (!isSpeaker(speaker)) return null;
  const isStamped = hasStamp(line);
  // Several words, one of them in lower case, are a label only after a time.
  if (!isStamped && !exact.test(speaker) && !/^[a-z@][a-z0-9_.-]*$/.test(speaker)) return null;
  const certain = isStamped || inFirstPerson.test(line.slice(found[0].length));
  return { speaker, length: found[0].length, certain, isStamped };
};

const LONGEST_LABEL = 160;

export function labelOf(line: string): Label | null {
  const head = line.slice(0, LONGEST_LABEL);
  if (!/[:>\d]/.test(head)) return null;
  const irc = chevron.exec(head);
  if (irc?.[1]) return { speaker: irc[1], length: irc[0].length, certain: true, isStamped: false };
  const header = line.length < 80 ? posted.exec(head) : null;
  if (header?.[1] && isSpeaker(header[1]))
    return { speaker: header[1], length: line.length, certain: true, isStamped: false };
  return byColon(head);
}

/** The owner of the memory has these labels and stays "I". */
const ownRoles = new Set(['user', 'human', 'me', 'customer', 'client', 'you', 'patient']);
const machines = new Set([
  'assistant',
  'ai',
  'bot',
  'agent',
  'chatgpt',
  'claude',
  'gpt',
  'model',
  'support',
  'operator',
]);

const ASSISTANT = 'assistant';

export function roleOf(label: string | null): Statement['role'] {
  if (label === null) return null;
  const name = label.toLowerCase();
  if (ownRoles.has(name)) return 'user';
  if (machines.has(name)) return 'assistant';
  return name === 'system' ? 'system' : 'person';
}

/** The name to put for "I". Null where that is the owner, or where there is no label. */
export function speakerOf(label: string | null): string | null {
  const role = roleOf(label);
  if (label === null || role === 'user') return null;
  return role === 'assistant' ? ASSISTANT : label;
}

/** Names that come once each are the fields of a form if there are this many. */
const FIELDS = 4;

/** In a chat most labels speak. Elsewhere a label has to repeat, or it is a heading. */
export function speakersIn(labels: readonly (Label | null)[], isChat: boolean): Set<string> {
  const counts = new Map<string, number>();
  const certain = new Set<string>();
  for (const label of labels) {
    if (label === null) continue;
    counts.set(label.speaker, (counts.get(label.speaker) ?? 0) + 1);
    if (label.certain) certain.add(label.speaker);
  }
  const isForm = counts.size >= FIELDS && certain.size === 0 && [...counts.values()].every((count) => count === 1);
  if (isForm) return new Set();
  const speaks = (name: string, count: number) =>
    certain.has(name) || count > 1 || (isChat && /^\p{Lu}/u.test(name)) || (isChat && counts.size === 2);
  return new Set([...counts].filter(([name, count]) => speaks(name, count)).map(([name]) => name));
}
