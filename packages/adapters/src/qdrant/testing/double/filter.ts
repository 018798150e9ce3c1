import { badRequest } from './rejection.js';

export type Payload = Record<string, unknown>;

export interface Filterable {
  id: string;
  payload: Payload;
}

type Condition = Record<string, unknown>;
type Predicate = (point: Filterable) => boolean;

const listOf = (value: unknown): Condition[] => {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]) as Condition[];
};

/** A list holds where one of its members does. */
const valuesOf = (value: unknown): unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

const matches = ({ value, any }: Condition): ((given: unknown) => boolean) => {
  if (value !== undefined) return (given) => given === value;
  if (Array.isArray(any)) return (given) => any.includes(given);
  throw badRequest('this match is not known to the double');
};

/** Numbers, or points in time; Qdrant tells them apart by the form of the bounds. */
const measure = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number(value));

const comparisons: Record<string, (value: number, bound: number) => boolean> = {
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

const within = (range: Condition): ((given: unknown) => boolean) => {
  const bounds = Object.entries(range).map(([name, bound]) => ({ compare: comparisons[name], bound: measure(bound) }));
  return (given) => bounds.every(({ compare, bound }) => compare?.(measure(given), bound) ?? false);
};

const keyOf = (named: unknown): string => String((named as Condition).key);

function conditionHolds(condition: Condition): Predicate {
  const { key, match, range, has_id, is_empty, is_null } = condition;
  if (has_id) {
    const ids = new Set(listOf(has_id).map(String));
    return ({ id }) => ids.has(id);
  }
  if (is_empty) return ({ payload }) => valuesOf(payload[keyOf(is_empty)]).length === 0;
  if (is_null) return ({ payload }) => payload[keyOf(is_null)] === null;
  if (match || range) {
    const passes = match ? matches(match as Condition) : within(range as Condition);
    return ({ payload }) => valuesOf(payload[String(key)]).some(passes);
  }
  return filterHolds(condition);
}

/** `must`, `should` and `must_not`, nested as deep as one likes. */
export function filterHolds(filter: unknown): Predicate {
  const { must, should, must_not, ...unknown } = (filter ?? {}) as Condition;
  if (Object.keys(unknown).length > 0) throw badRequest(`the double does not know ${Object.keys(unknown).join(', ')}`);
  const [all, some, none] = [must, should, must_not].map((list) => listOf(list).map(conditionHolds));
  return (point) =>
    (all?.every((holds) => holds(point)) ?? true) &&
    (!some?.length || some.some((holds) => holds(point))) &&
    !none?.some((holds) => holds(point));
}
