import type { Span } from '../../spans.js';

/** A property of a calendar or a contact, with where its value lies in the text. */
export interface Property {
  name: string;
  /** Unfolded and unescaped. */
  value: string;
  place: Span;
  /** Where its line begins. */
  line: number;
}

/** A part between BEGIN and END, such as an event or a person. */
export interface Component {
  kind: string;
  properties: Property[];
  /** From the first of its lines to the last. */
  place: Span;
}

/** Where the value of a line begins: after the first colon that stands in no quotation marks; 0 where there is none. */
function valueStart(line: string): number {
  let isQuoted = false;
  for (let place = 0; place < line.length; place += 1) {
    if (line[place] === '"') isQuoted = !isQuoted;
    else if (line[place] === ':' && !isQuoted) return place + 1;
  }
  return 0;
}

/** Lines go on in those that begin with a blank (RFC 5545 and 6350, section 3.2). */
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

/** The components of iCalendar or vCard, inner ones by themselves; null for any other text. */
export function componentsOf(text: string): Component[] | null {
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
      };
      open.push(component);
      found.push(component);
    } else if (property?.name === 'END') {
      const closed = open.pop();
      if (closed) closed.place.end = property.place.end;
    } else if (property) open.at(-1)?.properties.push(property);
  }
  return found;
}
