import { validationFailed } from '@hippocamp/shared/problems';
import type { ItemCutter, Progress } from './item-cutter.js';
import {
  ARRAY,
  ARRAY_END,
  BACKSLASH,
  COMMA,
  checkBounds,
  type JsonBounds,
  MAX_DEPTH,
  OBJECT,
  OBJECT_END,
  QUOTE,
} from './json-bounds.js';

export interface JsonScanner {
  /** Looks at the next bytes. Throws the problem that names the bound which is passed. */
  push(chunk: Uint8Array): void;
}

const tooDeep = () =>
  validationFailed([{ path: '', code: 'max_depth', message: `is nested deeper than ${MAX_DEPTH} levels` }]);

/** Tells what stands in strings from what stands around them. */
const createStringSkipper = () => {
  let inside = false;
  let escaped = false;
  return {
    isInside: () => inside,
    enter() {
      inside = true;
    },
    /** From within a string to behind its end, or to the end of the bytes. */
    skip(chunk: Uint8Array, from: number): number {
      let index = escaped ? from + 1 : from;
      escaped = false;
      while (index < chunk.length) {
        const byte = chunk[index];
        index += byte === BACKSLASH ? 2 : 1;
        if (byte !== QUOTE) continue;
        inside = false;
        return index;
      }
      escaped = index > chunk.length;
      return chunk.length;
    },
  };
};

/**
 * Counts what a JSON text holds while its bytes arrive, in one pass and without parsing it: what is structure in JSON is ASCII,
 * and no byte of a longer character of UTF-8 is. Texts that are no JSON are counted too, and left to the parser.
 */
export function createJsonScanner(bounds: JsonBounds & { depth?: number }, cutter?: ItemCutter): JsonScanner {
  const { depth: mostLevels = MAX_DEPTH } = bounds;
  const strings = createStringSkipper();
  const progress: Progress = { position: 0, depth: 0, values: 1 };

  const look = (byte: number) => {
    cutter?.look(byte, progress);
    if (byte === QUOTE) strings.enter();
    else if (byte === COMMA) progress.values += 1;
    else if (byte === OBJECT || byte === ARRAY) {
      progress.values += 1;
      progress.depth += 1;
      if (progress.depth > mostLevels) throw tooDeep();
    } else if (byte === OBJECT_END || byte === ARRAY_END) progress.depth -= 1;
  };

  return {
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
