/** Steady ids and times let a recording change only where the service does. */

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

const BEGIN = Date.parse('2026-01-05T09:00:00.000Z');

const numbered = (found: Iterable<string>, nameOf: (position: number) => string) =>
  new Map([...new Set(found)].map((one, position) => [one, nameOf(position)]));

const idOf = (position: number) => `019b8d2c-0000-7000-8000-${(position + 1).toString(16).padStart(12, '0')}`;
const timeOf = (position: number) => new Date(BEGIN + (position + 1) * 1000).toISOString();

/** Four digits show what a score is like; the rest, and a duration, differ from machine to machine. */
const rounded = (key: string, value: unknown) => {
  if (typeof value !== 'number') return value;
  return key === 'durationMs' ? 50 : Number(value.toFixed(4));
};

/** Times before `began`, the start of the run, were sent by the client and stay. */
export function steady<Value>(value: Value, began: Date): Value {
  const text = JSON.stringify(value);
  const ids = numbered(text.match(uuid) ?? [], idOf);
  const own = (text.match(time) ?? []).filter((one) => one >= began.toISOString());
  const times = numbered(own.sort(), timeOf);
  const replaced = text.replaceAll(uuid, (one) => ids.get(one) ?? one).replaceAll(time, (one) => times.get(one) ?? one);
  const today = began.toISOString().slice(0, 10);
  return JSON.parse(replaced.replaceAll(today, '2026-01-05'), rounded) as Value;
}
