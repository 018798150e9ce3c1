import { isUtf8 } from 'node:buffer';
import { entriesOf } from '@hippocamp/shared/members';
import { Problem, validationFailed } from '@hippocamp/shared/problems';
import { pace } from '../waiting.js';
import { createJsonScanner, type ItemBounds, type JsonBounds, type Span } from './json-scanner.js';

export const malformed = (detail: string) => new Problem('malformed-json', detail);

const notUtf8 = () => malformed('The body holds bytes that are not UTF-8.');

const decodeText = (bytes: Uint8Array): string => {
  if (!isUtf8(bytes)) throw notUtf8();
  return new TextDecoder('utf-8').decode(bytes);
};

const parse = (text: string, what = 'The body'): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    throw malformed(position ? `${what} is not JSON: it breaks at position ${position}.` : `${what} is not JSON.`);
  }
};

const pointer = (path: readonly string[]) =>
  path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A member named `__proto__` vanishes or reaches a prototype, so that no schema would see it. */
function pathToPrototype(value: object): string[] | undefined {
  if (Object.hasOwn(value, '__proto__')) return ['__proto__'];
  for (const [key, member] of entriesOf(value)) {
    const found = isParent(member) ? pathToPrototype(member) : undefined;
    if (found) return [key, ...found];
  }
  return undefined;
}

/** Only a text that spells the name, or escapes letters, is searched. */
function checkNames(value: unknown, text: string, at: readonly string[] = []): void {
  if (!isParent(value) || !(text.includes('__proto__') || text.includes('\\u'))) return;
  const found = pathToPrototype(value);
  if (!found) return;
  throw validationFailed([
    { path: pointer([...at, ...found]), code: 'forbidden_key', message: 'is not a usable name' },
  ]);
}

const objectIn = (text: string, what?: string): Record<string, unknown> => {
  const value = parse(text, what);
  if (!isParent(value)) throw malformed('The body must be a JSON object.');
  if (Array.isArray(value)) {
    throw validationFailed([{ path: '', code: 'invalid_type', message: 'must be an object, not an array' }]);
  }
  checkNames(value, text);
  return value as Record<string, unknown>;
};

/** The bytes must have passed a scanner. */
export const parseObject = (bytes: Uint8Array): Record<string, unknown> => objectIn(decodeText(bytes));

/** UTF-16 units or bytes up to which a text is parsed at once. */
export const SMALL = 64 * 1024;

/** Each item is replaced by its number. */
const withoutItems = (bytes: Buffer, items: readonly Span[]): string => {
  let from = 0;
  const parts = items.map(({ start, end }, index) => {
    const before = bytes.toString('utf8', from, start);
    from = end;
    return `${before}${index} `;
  });
  return `${parts.join('')}${bytes.toString('utf8', from)}`.replace(/^\uFEFF/, '');
};

const parseItem = (bytes: Buffer, { start, end }: Span, at: readonly string[]): unknown => {
  const text = bytes.toString('utf8', start, end);
  const item = parse(text, `The body at ${pointer(at)}`);
  checkNames(item, text, at);
  return item;
};

/** Parses each item by itself, so that others get their turn in between. Throws as `parseObject` does. */
export async function parseItems(bytes: Buffer, items: readonly Span[]): Promise<Record<string, unknown>> {
  if (!isUtf8(bytes)) throw notUtf8();
  const body = objectIn(withoutItems(bytes, items), 'The body, without its items,');
  for (const [name, list] of entriesOf(body)) {
    if (!Array.isArray(list)) continue;
    for (const [index, number] of list.entries()) {
      const span = items[Number(number)];
      if (span) list[index] = parseItem(bytes, span, [name, String(index)]);
      await pace();
    }
  }
  return body;
}

/** Checks the bounds before it parses. */
export async function parseBounded(
  bytes: Buffer,
  bounds: JsonBounds,
  itemBounds: ItemBounds,
): Promise<Record<string, unknown>> {
  const scanner = createJsonScanner(bounds, itemBounds);
  for (let from = 0; from < bytes.length; from += SMALL) {
    scanner.push(bytes.subarray(from, from + SMALL));
    await pace();
  }
  return bytes.length > SMALL ? parseItems(bytes, scanner.items) : parseObject(bytes);
}

const unbounded = {
  bytes: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
  numbered: Number.POSITIVE_INFINITY,
};

/** The value of a text that `writeJson` made. */
export const readJson = async (text: string): Promise<unknown> =>
  text.length < SMALL
    ? JSON.parse(text)
    : parseBounded(Buffer.from(text), unbounded, { ...unbounded, member: '', most: Number.POSITIVE_INFINITY });

/** Levels that are written member by member. Deeper values are small. */
const LEVELS = 3;

/** UTF-16 units of a slice. */
const SLICE = 64 * 1024;

/** Values that JSON leaves out of an object and writes as null in a list. */
const isAbsent = (value: unknown) => value === undefined || typeof value === 'function' || typeof value === 'symbol';

const isWrittenByMember = (value: unknown): value is object =>
  isParent(value) && !('toJSON' in value && typeof value.toJSON === 'function');

function* ofList(list: readonly unknown[], levels: number): Generator<string> {
  for (const [index, element] of list.entries()) {
    yield index === 0 ? '[' : ',';
    yield* parts(element, levels);
  }
  yield list.length === 0 ? '[]' : ']';
}

function* ofObject(object: object, levels: number): Generator<string> {
  let separator = '{';
  for (const [name, member] of entriesOf(object)) {
    if (isAbsent(member)) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* parts(member, levels);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function* parts(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || !isWrittenByMember(value)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* ofList(value, levels - 1);
  else yield* ofObject(value, levels - 1);
}

/** The text of `JSON.stringify(value)` in slices. Others get their turn in between. */
export async function* jsonSlices(value: unknown): AsyncGenerator<string> {
  let slice = '';
  for (const part of parts(value, LEVELS)) {
    slice += part;
    if (slice.length < SLICE) continue;
    yield slice;
    slice = '';
    await pace();
  }
  yield slice;
}

/** The text of `JSON.stringify(value)`. Others get their turn in between. */
export async function writeJson(value: object): Promise<string> {
  let text = '';
  for await (const slice of jsonSlices(value)) text += slice;
  return text;
}
