import { Problem, validationFailed } from '@hippocamp/shared/problems';

export interface JsonBounds {
  bytes: number;
  /** Members and elements, at all levels. */
  values: number;
  /** Nesting levels; `MAX_DEPTH` by default. */
  depth?: number;
  /** Members of one object whose names are whole numbers; `MOST_NUMBERED` by default. */
  numbered?: number;
}

/** The bounds of each item of a list that is cut out of a text, and how many there may be. */
export interface ItemBounds extends JsonBounds {
  /** The member of the body that holds the list. */
  member: string;
  most: number;
}

/** A range of bytes. */
export interface Span {
  start: number;
  end: number;
}

interface Progress {
  position: number;
  depth: number;
  values: number;
}

export interface JsonScanner {
  /** The items of lists in the outermost object. Empty without `itemBounds`. */
  readonly items: readonly Span[];
  /** Throws the problem that names the exceeded bound. */
  push(chunk: Uint8Array): void;
}

const MAX_DEPTH = 32;

/** The level of a list that is a member of the outermost object. */
const LIST_DEPTH = 2;

const [QUOTE, BACKSLASH, COLON, COMMA, ARRAY, ARRAY_END, OBJECT, OBJECT_END] = Buffer.from('"\\:,[]{}');

const tooDeep = (levels: number) =>
  validationFailed([{ path: '', code: 'max_depth', message: `is nested deeper than ${levels} levels` }]);

export const tooLarge = (bytes: number, what = 'The body') =>
  new Problem('payload-too-large', `${what} may take ${bytes} bytes. Send less at once.`);

const tooMany = (values: number, what: string) =>
  new Problem('payload-too-large', `${what} may hold ${values} values (members and elements). Send less at once.`);

function checkBounds(found: JsonBounds, { bytes, values }: JsonBounds, what?: string): void {
  if (found.bytes > bytes) throw tooLarge(bytes, what);
  if (found.values > values) throw tooMany(values, what ?? 'The body');
}

/**
 * Bytes of a member's name. V8 hashes texts of more than 16,383 characters by their length alone, so each new name would
 * be compared with all others as long.
 */
const LONGEST_NAME = 16_000;

function checkName(bytes: number): void {
  if (bytes <= LONGEST_NAME) return;
  throw validationFailed([
    { path: '', code: 'too_big', message: `has a member whose name takes more than ${LONGEST_NAME} bytes` },
  ]);
}

/**
 * Members of one object whose names are whole numbers. V8 gathers such names in a set, with a hash that has no secret, to spread
 * the object or to list its entries: names can be chosen that are each compared with all others.
 */
export const MOST_NUMBERED = 1000;

const tooManyNumbered = (most: number) =>
  validationFailed([
    {
      path: '',
      code: 'too_many',
      message: `has an object with more than ${most} members whose names are whole numbers: send them as a list, or let the names begin with a letter`,
    },
  ]);

/** Ten digits, each as `\u0030` or the like, and a quote. */
const LONGEST_NUMBER = 61;

const escapedDigit = /\\u003(?=\d)/g;
const wholeNumber = /^(?:0|[1-9]\d{0,9})"$/;

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

/** `written` ends with its quote. V8 takes greater numbers for texts. */
const isWholeNumber = (written: string): boolean => {
  const name = written.replace(escapedDigit, '');
  return wholeNumber.test(name) && Number.parseInt(name, 10) < 2 ** 32;
};

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Finds the items of a list in a JSON text, so that each can be parsed by itself. */
function createItemCutter(bounds: ItemBounds) {
  const { member, most } = bounds;
  const items: Span[] = [];
  const inItems: JsonBounds = { bytes: 0, values: 0 };
  let count = 0;
  let inList = false;
  let item: { start: number; values: number } | undefined;

  const checkItem = ({ start, values }: { start: number; values: number }, progress: Progress): JsonBounds => {
    const found = { bytes: progress.position - start, values: progress.values - values };
    checkBounds(found, bounds, `An item of /${member}`);
    return found;
  };

  const begin = ({ position, values }: Progress) => {
    count += 1;
    if (count > most) {
      throw validationFailed([
        { path: `/${member}`, code: 'too_big', message: `must not hold more than ${most} items` },
      ]);
    }
    item = { start: position, values };
  };

  const end = (progress: Progress) => {
    if (!item) return;
    const found = checkItem(item, progress);
    items.push({ start: item.start, end: progress.position });
    inItems.bytes += found.bytes;
    inItems.values += found.values;
    item = undefined;
  };

  const lookInList = (byte: number, progress: Progress) => {
    if (byte === COMMA || byte === ARRAY_END) end(progress);
    else if (!item && !isSpace(byte)) begin(progress);
    if (byte === ARRAY_END) inList = false;
  };

  return {
    items,
    /** Takes a byte outside of strings, before it is counted. */
    look(byte: number, progress: Progress) {
      if (inList && progress.depth === LIST_DEPTH) lookInList(byte, progress);
      else if (progress.depth === LIST_DEPTH - 1 && (byte === ARRAY || byte === OBJECT)) {
        inList = byte === ARRAY;
        count = 0;
      }
    },
    /** Includes an unfinished item. */
    check(progress: Progress) {
      if (item) checkItem(item, progress);
      const { position, values } = item ? { position: item.start, values: item.values } : progress;
      const rest = { bytes: position - inItems.bytes, values: values - inItems.values };
      checkBounds(rest, bounds, `What is not an item of /${member}`);
    },
  };
}

const createStringSkipper = () => {
  let inside = false;
  let escaped = false;
  let length = 0;
  let mayBeNumber = false;
  const head = Buffer.alloc(LONGEST_NUMBER);

  const take = (chunk: Uint8Array, from: number, end: number) => {
    const first = chunk[from] ?? 0;
    if (length === 0) mayBeNumber = isDigit(first) || first === BACKSLASH;
    const most = mayBeNumber ? Math.min(end - from, LONGEST_NUMBER - length) : 0;
    for (let at = 0; at < most; at += 1) head[length + at] = chunk[from + at] ?? 0;
    length += end - from;
  };

  return {
    isInside: () => inside,
    /** Bytes of the string that was skipped last. */
    length: () => length,
    isNumber: () => mayBeNumber && length <= LONGEST_NUMBER && isWholeNumber(head.toString('latin1', 0, length)),
    enter() {
      inside = true;
      length = 0;
    },
    /** Skips from inside a string to its end, or to the end of the bytes. */
    skip(chunk: Uint8Array, from: number): number {
      let index = escaped ? from + 1 : from;
      escaped = false;
      while (index < chunk.length) {
        const byte = chunk[index];
        index += byte === BACKSLASH ? 2 : 1;
        if (byte !== QUOTE) continue;
        inside = false;
        take(chunk, from, index);
        return index;
      }
      escaped = index > chunk.length;
      take(chunk, from, chunk.length);
      return chunk.length;
    },
  };
};

/** Counts values as the bytes arrive. JSON's structure is ASCII, and no byte of a longer UTF-8 character is. */
export function createJsonScanner(bounds: JsonBounds, itemBounds?: ItemBounds): JsonScanner {
  const { depth: mostLevels = MAX_DEPTH, numbered: mostNumbered = MOST_NUMBERED } = bounds;
  const cutter = itemBounds && createItemCutter(itemBounds);
  const strings = createStringSkipper();
  const progress: Progress = { position: 0, depth: 0, values: 1 };

  /** How many members with numbers for names the object at each level has. */
  const numbered: number[] = [];

  const checkMember = () => {
    checkName(strings.length());
    if (!strings.isNumber()) return;
    const count = (numbered[progress.depth] ?? 0) + 1;
    numbered[progress.depth] = count;
    if (count > mostNumbered) throw tooManyNumbered(mostNumbered);
  };

  const enterLevel = () => {
    progress.values += 1;
    progress.depth += 1;
    numbered[progress.depth] = 0;
    if (progress.depth > mostLevels) throw tooDeep(mostLevels);
  };

  const look = (byte: number) => {
    cutter?.look(byte, progress);
    if (byte === QUOTE) strings.enter();
    else if (byte === COLON) checkMember();
    else if (byte === COMMA) progress.values += 1;
    else if (byte === OBJECT || byte === ARRAY) enterLevel();
    else if (byte === OBJECT_END || byte === ARRAY_END) progress.depth -= 1;
  };

  return {
    items: cutter?.items ?? [],
    push(chunk) {
      const start = progress.position;
      checkBounds({ bytes: start + chunk.length, values: 0 }, bounds);
      for (let index = 0; index < chunk.length; progress.position = start + index) {
        if (strings.isInside()) index = strings.skip(chunk, index);
        else {
          look(chunk[index] as number);
          index += 1;
        }
      }
      checkBounds({ bytes: 0, values: progress.values }, bounds);
      cutter?.check(progress);
    },
  };
}
