import type { Schema } from './schema.js';

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;

interface Pair {
  before: Schema;
  after: Schema;
}

const show = (value: unknown) => (value === undefined ? 'anything' : JSON.stringify(value));

const valuesOf = ({ enum: values, const: only }: Schema) => (only === undefined ? values : [only]);

/** Whether each value of `type` is also one of `other`. */
const isWithin = (type: unknown, other: unknown) =>
  other === undefined || type === other || (type === 'integer' && other === 'number');

const types = (inner: Schema, outer: Schema, { before, after }: Pair): string[] =>
  isWithin(inner.type, outer.type) ? [] : [`has the type ${show(after.type)}, it was ${show(before.type)}`];

const bounds = ({ before, after }: Pair): string[] => [
  ...lower.flatMap((name) =>
    (after[name] ?? Number.NEGATIVE_INFINITY) > (before[name] ?? Number.NEGATIVE_INFINITY)
      ? [`has the ${name} ${after[name]}, it was ${show(before[name])}`]
      : [],
  ),
  ...upper.flatMap((name) =>
    (after[name] ?? Number.POSITIVE_INFINITY) < (before[name] ?? Number.POSITIVE_INFINITY)
      ? [`has the ${name} ${after[name]}, it was ${show(before[name])}`]
      : [],
  ),
];

const values = ({ before, after }: Pair): string[] => {
  const [then, now] = [valuesOf(before), valuesOf(after)];
  if (!now) return [];
  if (!then) return [`takes only ${show(now)}`];
  const taken = new Set(now.map(show));
  const lost = then.map(show).filter((value) => !taken.has(value));
  return lost.length > 0 ? [`no longer takes ${lost.join(', ')}`] : [];
};

const form = ({ before, after }: Pair): string[] =>
  (['pattern', 'format'] as const).flatMap((name) =>
    after[name] !== undefined && after[name] !== before[name]
      ? [`has the ${name} ${show(after[name])}, it was ${show(before[name])}`]
      : [],
  );

const conditions = ({ before, after }: Pair): string[] => {
  const known = new Set((before.allOf ?? []).map(show));
  return (after.allOf ?? []).some((one) => !known.has(show(one))) ? ['has another condition'] : [];
};

const closed = ({ before, after }: Pair): string[] =>
  after.additionalProperties === false && before.additionalProperties !== false
    ? ['takes no members that it does not name']
    : [];

const defaults = ({ before, after }: Pair): string[] =>
  show(before.default) === show(after.default)
    ? []
    : [`has the default ${show(after.default)}, it was ${show(before.default)}`];

/** The breaking changes of a schema itself, without its members and items. */
export function narrowed(pair: Pair, side: 'request' | 'answer'): string[] {
  const { before, after } = pair;
  if (side === 'answer') return types(after, before, pair);
  return [
    types(before, after, pair),
    ...[values, bounds, form, conditions, closed, defaults].map((look) => look(pair)),
  ].flat();
}
