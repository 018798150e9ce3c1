const DAY = 86_400_000;

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** In UTC, oldest first, as 2026-01-31. */
export const lastDays = (days: number, now: Date): string[] =>
  Array.from({ length: days }, (_, back) => dayOf(new Date(now.getTime() - (days - 1 - back) * DAY)));

const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/** The time between the start of the first day and the end of the last. An import may bring any time, also later ones. */
export const spanOf = (days: readonly string[]): { after: Date; before: Date } => ({
  after: startOf(days[0] ?? ''),
  before: new Date(startOf(days.at(-1) ?? '').getTime() + DAY),
});
