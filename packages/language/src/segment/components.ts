import { ownOf } from '@hippocamp/shared/own';
import { HIDDEN, hideBehind, readable, type Span, trimSpan } from '../words/spans.js';
import type { Passage, ReadPart } from './layout/passages-of.js';
import { sentencesIn } from './layout/sentences.js';
import { asHeading } from './shortened.js';

interface Property {
  name: string;
  /** Unfolded and unescaped. */
  value: string;
  place: Span;
  line: number;
}

interface Component {
  kind: string;
  properties: Property[];
  place: Span;
  /** True where another one that is told begins before its end. */
  holdsTold: boolean;
}

/** The value follows the first colon outside quotation marks. 0 without one. */
function valueStart(line: string): number {
  let isQuoted = false;
  for (let place = 0; place < line.length; place += 1) {
    if (line[place] === '"') isQuoted = !isQuoted;
    else if (line[place] === ':' && !isQuoted) return place + 1;
  }
  return 0;
}

/** A line that begins with a blank continues the one before (RFC 5545, section 3.1; RFC 6350, section 3.2). */
const unfolded = (text: string): { line: string; start: number }[] => {
  const lines: { line: string; start: number }[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const before = lines.at(-1);
    if (/^[ \t]/.test(line) && before) before.line += `\n${line}`;
    else lines.push({ line, start });
    start += line.length + 1;
  }
  return lines;
};

const unescaped = (value: string): string =>
  value
    .replace(/\n[ \t]/g, '')
    .replace(/\\[nN]/g, '\n')
    .replace(/\\([,;:\\])/g, '$1')
    .trim();

const propertyOf = ({ line, start }: { line: string; start: number }): Property | null => {
  const from = valueStart(line);
  const name = /^[A-Za-z][\w-]*/.exec(line)?.[0];
  if (from === 0 || name === undefined) return null;
  const raw = line.slice(from);
  const end = start + line.length;
  return {
    name: name.toUpperCase(),
    value: unescaped(raw),
    place: { start: end - raw.length, end },
    line: start,
  };
};

/** Notes an outer component when one begins within it, so that in the end only the innermost is left. */
function noteHeld(open: readonly Component[], inner: Component): void {
  const outer = isTold(inner) ? open.findLast(isTold) : undefined;
  if (outer) outer.holdsTold = true;
}

/** Inner components are listed by themselves. Null for text other than iCalendar or vCard. */
function componentsOf(text: string): Component[] | null {
  if (!/^\s*BEGIN:(?:VCALENDAR|VCARD|VEVENT|VTODO)\b/i.test(text)) return null;
  const found: Component[] = [];
  const open: Component[] = [];
  for (const line of unfolded(text)) {
    const property = propertyOf(line);
    if (property?.name === 'BEGIN') {
      const component = {
        kind: property.value.toUpperCase(),
        properties: [],
        place: { start: line.start, end: text.length },
        holdsTold: false,
      };
      noteHeld(open, component);
      open.push(component);
      found.push(component);
    } else if (property?.name === 'END') {
      const closed = open.pop();
      if (closed) closed.place.end = property.place.end;
    } else if (property) open.at(-1)?.properties.push(property);
  }
  return found;
}

const instant = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}))?/;

/** "20260613T200000" becomes "2026-06-13 20:00". */
const moment = (value: string): string => {
  const [, year, month, day, hour, minute] = instant.exec(value) ?? [];
  if (year === undefined) return value;
  return `${year}-${month}-${day}${hour === undefined ? '' : ` ${hour}:${minute}`}`;
};

const frequencies: Record<string, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };
const days: Record<string, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};

/** "FREQ=WEEKLY;BYDAY=WE" becomes "every week on Wednesday". */
const repeated = (rule: string): string => {
  const parts = Object.fromEntries(rule.split(';').map((part) => part.split('=', 2) as [string, string]));
  const every = ownOf(frequencies, parts.FREQ ?? '');
  if (!every) return '';
  const count = Number(parts.INTERVAL ?? 1);
  const on = (parts.BYDAY ?? '').split(',').flatMap((name) => ownOf(days, name.replace(/^-?\d/, '')) ?? []);
  return `every ${count > 1 ? `${count} ${every}s` : every}${on.length > 0 ? ` on ${on.join(' and ')}` : ''}`;
};

const listed = (value: string): string =>
  value
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');

type Say = (property: Property) => string;

const named =
  (name: string): Say =>
  ({ value }) =>
    value === '' ? '' : `${name} ${value.replace(/^(?:tel|mailto):/i, '')}`;

const ofEvent: Record<string, Say> = {
  DTSTART: ({ value }) => moment(value),
  DUE: ({ value }) => `due ${moment(value)}`,
  RRULE: ({ value }) => repeated(value),
  LOCATION: ({ value }) => value,
  STATUS: ({ value }) => (/CANCELLED|TENTATIVE/i.test(value) ? value.toLowerCase() : ''),
};

const ofContact: Record<string, Say> = {
  ROLE: ({ value }) => value,
  TITLE: ({ value }) => value,
  ORG: ({ value }) => listed(value),
  TEL: named('tel'),
  EMAIL: named('e-mail'),
  ADR: ({ value }) => listed(value),
  BDAY: ({ value }) => `birthday ${moment(value)}`,
  ANNIVERSARY: ({ value }) => `anniversary ${moment(value)}`,
};

/** The properties with the title and the prose of a component, and words for the others. */
interface Telling {
  title: string;
  says: Record<string, Say>;
  prose: string;
}

const event: Telling = { title: 'SUMMARY', says: ofEvent, prose: 'DESCRIPTION' };
const tellings: Record<string, Telling> = {
  VEVENT: event,
  VTODO: event,
  VCARD: { title: 'FN', says: ofContact, prose: 'NOTE' },
};

const isTold = ({ kind }: Component): boolean => ownOf(tellings, kind) !== undefined;

function lineOf({ properties }: Component, { title, says }: Telling): string | null {
  const name = properties.find((property) => property.name === title)?.value;
  if (!name) return null;
  const parts = Object.entries(says).flatMap(([key, say]) =>
    properties.filter((property) => property.name === key).map(say),
  );
  return [name, ...parts.filter((part) => part !== '')].join(', ').replace(/\s+/g, ' ');
}

const passage = (place: Span, turn: number, said: string): Passage => ({
  ...{ start: place.start, end: place.end, said, turn },
  ...{ kind: 'row' as const, speaker: null, heading: null },
});

/** A ruler begins the text that programs add below a person's words. */
const wordsOf = (text: string): string => {
  const ruler = text.indexOf('_'.repeat(10));
  return ruler < 0 ? text : text.slice(0, ruler);
};

/** Hides folds and escapes and keeps the length (RFC 5545, sections 3.1 and 3.3.11; RFC 6350, sections 3.2 and 3.4). */
const withoutEscapes = (text: string): string =>
  text
    .replace(/\r?\n[ \t]/g, (fold) => HIDDEN.repeat(fold.length))
    .replace(/\\([nN,;:\\])/g, (signs, sign: string) => hideBehind(signs, /n/i.test(sign) ? '\n' : sign));

/** The lines around the title, up to the nearest prose before and after it. No place lies within another one. */
function placeOf({ properties, place, holdsTold }: Component, title: Property, prose: readonly Property[]): Span {
  if (holdsTold) return { start: title.line, end: title.place.end };
  const before = prose.filter((property) => property.place.end <= title.place.start).at(-1);
  const after = prose.find((property) => property.place.start >= title.place.end);
  const next = before && properties[properties.indexOf(before) + 1];
  return { start: next?.line ?? place.start, end: after?.line ?? place.end };
}

const proseOf = (masked: string, title: Property, { place, value }: Property, turn: number): Passage[] => {
  const length = wordsOf(masked.slice(place.start, place.end)).length;
  const whole = { ...passage(place, turn, ''), end: place.start + length };
  const heading = asHeading(title.value);
  return value === ''
    ? []
    : sentencesIn(masked, whole).map((span) =>
        passage(span, turn, `${heading}: ${readable(masked.slice(span.start, span.end))}`),
      );
};

const passagesIn = (masked: string, component: Component, telling: Telling, turn: number): Passage[] => {
  const title = component.properties.find(({ name }) => name === telling.title);
  const line = lineOf(component, telling);
  if (!title || line === null) return [];
  const prose = component.properties.filter(({ name, value }) => name === telling.prose && value !== '');
  const sentences = prose.flatMap((property) => proseOf(masked, title, property, turn));
  return [passage(trimSpan(masked, placeOf(component, title, prose)), turn, line), ...sentences];
};

/** A passage for each event and person, and the sentences of their notes. Null for text of another form. */
export function readComponents(text: string): ReadPart | null {
  const components = componentsOf(text);
  if (components === null) return null;
  const masked = withoutEscapes(text);
  const passages = components.flatMap((component, turn) => {
    const telling = ownOf(tellings, component.kind);
    return telling ? passagesIn(masked, component, telling, turn) : [];
  });
  return { masked, passages: passages.sort((first, second) => first.start - second.start) };
}
