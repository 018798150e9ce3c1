import fc from 'fast-check';

/** JSON text, since some of it has no value in JavaScript, such as `__proto__` or repeated members. */
type Raw = string;

const hostile: Raw[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '2147483648',
  '1e15',
  '101',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\ufeff"',
  '"\\u200b"',
  '"\\u202e"',
  '"%s%n"',
  '"\\\\"',
  '"\'; --"',
  '"NaN"',
  '"null"',
  '"0195f0a0-0000-7000-8000-000000000000"',
  '"{0195f0a0-0000-7000-8000-000000000000}"',
  '"semantic"',
  '"note"',
  '"2025-02-30T00:00:00Z"',
  '"0000-01-01T00:00:00Z"',
  '"9999-12-31T23:59:59-12:00"',
  '"infinity"',
  '"2026-01-01T00:00:00Z"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  '["a","a"]',
  '{"a":{"b":{}}}',
  '{"__proto__":1}',
  '{"constructor":{}}',
  '{"":""}',
  '{"\\u0000":0}',
  '{"\\ud800":0}',
  '{"semantic":1e308,"recency":1e308}',
  '{"semantic":5e-324}',
  '{"semantic":-0}',
  '{"sessionId":{}}',
  `${'['.repeat(40)}${']'.repeat(40)}`,
  `"${'x'.repeat(70_000)}"`,
  `"${'\\ud83d\\ude00'.repeat(50_001)}"`,
  `[${Array.from({ length: 600 }, () => '{}').join()}]`,
  `[${Array.from({ length: 70 }, (_, index) => `"${index}"`).join()}]`,
];

/** Most of these are wrong wherever they stand. */
export const odd: fc.Arbitrary<Raw> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostile) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((found) => JSON.stringify(found)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((found) => JSON.stringify(found)) },
  { weight: 1, arbitrary: fc.double().map((found) => (Number.isFinite(found) ? String(found) : '1e999')) },
);

const times: Raw[] = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-12:00',
  '2025-02-30T00:00:00Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.123456789Z',
  '2026-01-01T00:00:00+25:00',
  '1970-01-01T00:00:00-00:00',
].map((time) => JSON.stringify(time));

/** Half of the values for a time are times. */
const valueFor = (name: string): fc.Arbitrary<Raw> =>
  /At$|After$|Before$|asOf/.test(name) ? fc.oneof(fc.constantFrom(...times), odd) : odd;

interface Change {
  at: number;
  kind: 'replace' | 'drop' | 'add' | 'wrap' | 'repeat';
  name: string;
  value: Raw;
}

const change = (names: readonly string[]): fc.Arbitrary<Change> =>
  fc.constantFrom(...names, 'unknown', '__proto__', 'constructor', '').chain((name) =>
    fc.record({
      at: fc.nat({ max: 40 }),
      kind: fc.constantFrom('replace', 'replace', 'drop', 'add', 'add', 'add', 'wrap', 'repeat'),
      name: fc.constant(name),
      value: valueFor(name),
    }),
  );

const apply = (members: [string, Raw][], { at, kind, name, value: raw }: Change): [string, Raw][] => {
  const index = members.length === 0 ? 0 : at % members.length;
  const [oldName, oldValue] = members[index] ?? [name, raw];
  if (kind === 'add') return [...members, [name, raw]];
  if (kind === 'drop') return members.toSpliced(index, 1);
  if (kind === 'repeat') return [...members, [oldName, raw]];
  return members.toSpliced(index, 1, [oldName, kind === 'wrap' ? `[${oldValue}]` : raw]);
};

const toText = (members: [string, Raw][]): Raw =>
  `{${members.map(([name, raw]) => `${JSON.stringify(name)}:${raw}`).join(',')}}`;

/** With `inside`, only the first item of the body's first list of objects is changed. */
const mutate = (body: object, changes: readonly Change[], inside: boolean): Raw => {
  const members = Object.entries(body).map(([name, member]): [string, Raw] => [name, JSON.stringify(member)]);
  const [list] = Object.entries(body).filter(([, member]) => Array.isArray(member) && typeof member[0] === 'object');
  if (!inside || !list) return toText(changes.reduce(apply, members));
  const [name, items] = list as [string, object[]];
  const mutated = items.map((item, index) => (index === 0 ? mutate(item, changes, false) : JSON.stringify(item)));
  return toText(members.map(([key, raw]) => [key, key === name ? `[${mutated.join(',')}]` : raw]));
};

/** JSON texts near a valid body; `names` are the members that the operation knows. */
export const nearly = (body: object, names: readonly string[]): fc.Arbitrary<Raw> =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(fc.array(change(names), { minLength: 1, maxLength: 4 }), fc.boolean())
        .map(([changes, inside]) => mutate(body, changes, inside)),
    },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.nat({ max: 200 }).map((length) => JSON.stringify(body).slice(0, length)) },
  );
