const DAY = 86_400_000;

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** In UTC, oldest first, as 2026-01-31. */
export const lastDays = (days: number, now: Date): string[] =>
  Array.from({ length: days }, (_, back) => dayOf(new Date(now.getTime() - (days - 1 - back) * DAY)));

export const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
