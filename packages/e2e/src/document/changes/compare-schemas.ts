import { narrowed } from './narrowed.js';
import { alternatives, type Schema, type Schemas } from './schema.js';

/** A later version may take more in a request, and say more in an answer. */
export type Side = 'request' | 'answer';

export interface Pair {
  before: Schema;
  after: Schema;
}
export interface Setting {
  side: Side;
  before: Schemas;
  after: Schemas;
  /** References under comparison further up, since schemas may hold themselves. */
  open: ReadonlySet<string>;
}

const membersOf = ({ properties = {} }: Schema) => properties;
const isRequired = ({ required = [] }: Schema, name: string) => required.includes(name);

const compareMember = (name: string, { before, after }: Pair, at: string, setting: Setting): string[] => {
  const here = `${at}/${name}`;
  const [then, now] = [membersOf(before)[name], membersOf(after)[name]];
  if (then && !now) return [`${here} is gone`];
  if (!then) {
    const isAsked = setting.side === 'request' && isRequired(after, name);
    return isAsked ? [`${here} is new and required`] : [];
  }
  const [was, is] = [isRequired(before, name), isRequired(after, name)];
  if (setting.side === 'request' && is && !was) return [`${here} is required now`];
  const lost = setting.side === 'answer' && was && !is ? [`${here} may be left out now`] : [];
  return [...lost, ...compareSchemas({ before: then, after: now as Schema }, here, setting)];
};

const asSchema = (given: boolean | Schema | undefined): Schema | undefined =>
  typeof given === 'object' ? given : undefined;

const compareInner = ({ before, after }: Pair, at: string, setting: Setting): string[] => {
  const inner: [Schema | undefined, Schema | undefined, string][] = [
    [before.items, after.items, '[]'],
    [asSchema(before.additionalProperties), asSchema(after.additionalProperties), '/*'],
    [before.propertyNames, after.propertyNames, '/(names)'],
  ];
  return inner.flatMap(([then, now, step]) =>
    then && now ? compareSchemas({ before: then, after: now }, `${at}${step}`, setting) : [],
  );
};

const compareOne = (pair: Pair, at: string, setting: Setting): string[] => {
  const own = narrowed(pair, setting.side).map((change) => `${at || '/'} ${change}`);
  if (own.some((change) => change.includes(' type '))) return own;
  const names = new Set([...Object.keys(membersOf(pair.before)), ...Object.keys(membersOf(pair.after))]);
  const members = [...names].flatMap((name) => compareMember(name, pair, at, setting));
  return [...own, ...members, ...compareInner(pair, at, setting)];
};

const fewest = (lists: readonly string[][]): string[] =>
  lists.reduce((best, list) => (list.length < best.length ? list : best), lists[0] ?? []);

export function compareSchemas({ before, after }: Pair, at: string, setting: Setting): string[] {
  const key = before.$ref && after.$ref ? `${before.$ref} ${after.$ref}` : '';
  if (key && setting.open.has(key)) return [];
  const inside = key ? { ...setting, open: new Set([...setting.open, key]) } : setting;
  const then = alternatives(before, setting.before);
  const now = alternatives(after, setting.after);
  // A service must still take all that could be sent, and callers must know all that can come.
  return setting.side === 'request'
    ? then.flatMap((one) => fewest(now.map((other) => compareOne({ before: one, after: other }, at, inside))))
    : now.flatMap((other) => fewest(then.map((one) => compareOne({ before: one, after: other }, at, inside))));
}
