import { labelOf } from '../segment/layout/labels.js';
import { datesIn } from '../words/dates.js';

/** From a place in a text on, its words were said on a day; null where nobody can tell which. */
interface Stamp {
  at: number;
  day: Date | null;
}

/** The day, by the midnight of UTC that names it, which it is at an instant in a zone. */
export function createDayIn(timeZone: string): (instant: Date) => Date {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return new Date(`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}T00:00:00Z`);
  };
}

const HEAD = 80;
const mayBeStamp = /\d|yesterday at /i;
const full = /^\d{4}-\d{2}-\d{2}$/;
const partly = /^-?-?[\d-]+$|\//;
/** What stands before the date of a line that is dated. */
const lead =
  /^[\s\uFFFF#*_>[(•-]*(?:(?:date|sent|datum|gesendet|on)\s?: ?)?(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]* )?$/i;

/** The day that a line is dated with: at its head, or in the label of who speaks; undefined where it is not. */
function stampOf(line: string): Date | null | undefined {
  const head = line.slice(0, HEAD);
  if (!mayBeStamp.test(head)) return undefined;
  const labelled = labelOf(line)?.length ?? 0;
  // Written when it was exported, and nobody says when that was.
  if (/yesterday at /i.test(head.slice(0, labelled))) return null;
  const [date] = datesIn(head).filter(({ kind, value }) => kind === 'date' && partly.test(value));
  if (!date || (date.end > labelled && !lead.test(head.slice(0, date.at)))) return undefined;
  if (!full.test(date.value)) return null;
  const day = new Date(`${date.value}T00:00:00Z`);
  // There is no 31 February.
  return day.toJSON()?.startsWith(date.value) ? day : null;
}

/** Programs write when each part was said in forms of their own. */
const byProgram = /^\s*(?:\{|\[\s*[{"[]|BEGIN:)/;

/** The stamps of a text, in their order. */
export function stampsIn(text: string): Stamp[] {
  if (byProgram.test(text.slice(0, HEAD))) return [{ at: 0, day: null }];
  const stamps: Stamp[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const day = stampOf(line);
    if (day !== undefined) stamps.push({ at, day });
    at += line.length + 1;
  }
  return stamps;
}

/** The last stamp of a part of a text before a place; undefined where there is none. */
export const lastStamp = (stamps: readonly Stamp[], from: number, start: number): Stamp | undefined =>
  stamps.findLast(({ at }) => at >= from && at <= start);
