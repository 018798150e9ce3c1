import type { Component, Property } from './content-lines.js';

const instant = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}))?/;

/** "20260613T200000" as one writes it: 2026-06-13 20:00. */
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

/** "FREQ=WEEKLY;BYDAY=WE": every week on Wednesday. */
const repeated = (rule: string): string => {
  const parts = Object.fromEntries(rule.split(';').map((part) => part.split('=', 2) as [string, string]));
  const every = frequencies[parts.FREQ ?? ''];
  if (!every) return '';
  const count = Number(parts.INTERVAL ?? 1);
  const on = (parts.BYDAY ?? '').split(',').flatMap((name) => days[name.replace(/^-?\d/, '')] ?? []);
  return `every ${count > 1 ? `${count} ${every}s` : every}${on.length > 0 ? ` on ${on.join(' and ')}` : ''}`;
};

/** Structured values have their parts between semicolons. */
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

/** What follows the summary of an event, in the order of a calendar. */
const ofEvent: Record<string, Say> = {
  DTSTART: ({ value }) => moment(value),
  DUE: ({ value }) => `due ${moment(value)}`,
  RRULE: ({ value }) => repeated(value),
  LOCATION: ({ value }) => value,
  STATUS: ({ value }) => (/CANCELLED|TENTATIVE/i.test(value) ? value.toLowerCase() : ''),
};

/** What follows the name of a contact. */
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

/** How a kind of component is told: what names it, what belongs to it, and what is told of it in sentences. */
export interface Telling {
  title: string;
  says: Record<string, Say>;
  prose: string;
}

const event: Telling = { title: 'SUMMARY', says: ofEvent, prose: 'DESCRIPTION' };
export const tellings: Record<string, Telling> = {
  VEVENT: event,
  VTODO: event,
  VCARD: { title: 'FN', says: ofContact, prose: 'NOTE' },
};

/** A component in one line; null where nothing names it. */
export function told({ properties }: Component, { title, says }: Telling): string | null {
  const name = properties.find((property) => property.name === title)?.value;
  if (!name) return null;
  const parts = Object.entries(says).flatMap(([key, say]) =>
    properties.filter((property) => property.name === key).map(say),
  );
  return [name, ...parts.filter((part) => part !== '')].join(', ').replace(/\s+/g, ' ');
}
