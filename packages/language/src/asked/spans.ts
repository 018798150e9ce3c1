/** Days of the calendar, UTC, counted from the first of 1970; both ends belong to it. */
export interface Span {
  from: number;
  to: number;
}

const DAY = 86_400_000;

export const dayNumber = (date: Date): number => Math.floor(date.getTime() / DAY);
export const yearOf = (day: number): number => dateOfDay(day).getUTCFullYear();
export const dateOfDay = (day: number): Date => new Date(day * DAY);

/** Months count from 1, and may lie beyond the year: the thirteenth is the first of the next one. */
export const firstOf = (year: number, month: number): number => dayNumber(new Date(Date.UTC(year, month - 1, 1)));

/** So many whole months, beginning with one. */
export const monthsFrom = (year: number, month: number, count = 1): Span => ({
  from: firstOf(year, month),
  to: firstOf(year, month + count) - 1,
});

/** A day of a month; null where it has no such day. */
export const single = ({ from, to }: Span, day: number): Span | null =>
  day >= 1 && from + day - 1 <= to ? { from: from + day - 1, to: from + day - 1 } : null;

/** What lies in some span of the one and in some of the other. */
export const shared = (some: readonly Span[], others: readonly Span[]): Span[] =>
  some.flatMap((one) =>
    others
      .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => from <= to),
  );

/** The same days in spans that are apart, in their order. */
export function joined(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const { from, to } of [...spans].sort((first, second) => first.from - second.from)) {
    const last = apart.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else apart.push({ from, to });
  }
  return apart;
}

/** The largest whole year, month or day that begins with a day and does not go beyond the end. */
function periodAt({ from, to }: Span): { name: string; next: number } {
  const name = dateOfDay(from).toISOString().slice(0, 10);
  const [year = 0, month = 0] = name.split('-').map(Number);
  const [nextYear, nextMonth] = [firstOf(year + 1, 1), firstOf(year, month + 1)];
  if (name.endsWith('-01-01') && nextYear <= to + 1) return { name: name.slice(0, 4), next: nextYear };
  if (name.endsWith('-01') && nextMonth <= to + 1) return { name: name.slice(0, 7), next: nextMonth };
  return { name, next: from + 1 };
}

/** Years and months as far as they are whole, days at the edges, as in ISO 8601; each day lies in one of them. */
export function periodsIn(spans: readonly Span[]): string[] {
  const names: string[] = [];
  for (const { from, to } of joined(spans)) {
    let day = from;
    while (day <= to) {
      const { name, next } = periodAt({ from: day, to });
      names.push(name);
      day = next;
    }
  }
  return names;
}
