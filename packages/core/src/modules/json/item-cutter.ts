import { validationFailed } from '@hippocamp/shared/problems';
import { ARRAY, ARRAY_END, COMMA, checkBounds, type JsonBounds, OBJECT } from './json-bounds.js';

/** The bounds of each item of a list that is cut out of a text, and how many there may be. */
export interface ItemBounds extends JsonBounds {
  /** The member of the body that holds the list. */
  member: string;
  most: number;
}

/** Where the bytes of an item begin and end. */
export interface Span {
  start: number;
  end: number;
}

/** How far a scanner has come. */
export interface Progress {
  position: number;
  depth: number;
  values: number;
}

export interface ItemCutter {
  /** The items of the lists that are members of the outermost object. */
  readonly items: readonly Span[];
  /** A byte outside strings, before it is counted. Throws the problem that names the bound which is passed. */
  look(byte: number, progress: Progress): void;
  /** What has come so far, with an item that has not ended. */
  check(progress: Progress): void;
}

/** The level of a list that is a member of the outermost object. */
const LIST_DEPTH = 2;

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Finds the items of a list in a JSON text, so that each can be parsed by itself. */
export function createItemCutter(bounds: ItemBounds): ItemCutter {
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
    look(byte, progress) {
      if (inList && progress.depth === LIST_DEPTH) lookInList(byte, progress);
      else if (progress.depth === LIST_DEPTH - 1 && (byte === ARRAY || byte === OBJECT)) {
        inList = byte === ARRAY;
        count = 0;
      }
    },
    check(progress) {
      if (item) checkItem(item, progress);
      const { position, values } = item ? { position: item.start, values: item.values } : progress;
      const rest = { bytes: position - inItems.bytes, values: values - inItems.values };
      checkBounds(rest, bounds, `What is not an item of /${member}`);
    },
  };
}
