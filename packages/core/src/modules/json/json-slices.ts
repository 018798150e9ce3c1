import { pace } from '../breathe.js';

/** Levels that are written member by member; what lies deeper is small: a record, a message, a detail. */
const LEVELS = 3;

/** Characters that are given on at once. */
const SLICE = 64 * 1024;

/** What JSON leaves out of an object, and writes as null in a list. */
const isAbsent = (value: unknown) => value === undefined || typeof value === 'function' || typeof value === 'symbol';

const isTree = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value && typeof value.toJSON === 'function');

function* ofList(list: readonly unknown[], levels: number): Generator<string> {
  for (const [index, element] of list.entries()) {
    yield index === 0 ? '[' : ',';
    yield* parts(element, levels);
  }
  yield list.length === 0 ? '[]' : ']';
}

function* ofObject(object: object, levels: number): Generator<string> {
  let separator = '{';
  for (const [name, member] of Object.entries(object)) {
    if (isAbsent(member)) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* parts(member, levels);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

/** The text of JSON.stringify, in parts. */
function* parts(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || !isTree(value)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* ofList(value, levels - 1);
  else yield* ofObject(value, levels - 1);
}

/** The text of `JSON.stringify(value)` in slices; others are answered while it is made. */
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

/** The text of `JSON.stringify(value)`; others are answered while it is made. */
export async function writeJson(value: object): Promise<string> {
  let text = '';
  for await (const slice of jsonSlices(value)) text += slice;
  return text;
}
