import { pace } from '../breathe.js';
import { createItemCutter } from './item-cutter.js';
import { createJsonScanner } from './json-scanner.js';
import { jsonSlices } from './json-slices.js';
import { parseItems, SMALL } from './parse-json.js';

/** Bytes that are looked at before others are let in. */
const CHUNK = 64 * 1024;

const unbounded = {
  bytes: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
};

/** The text of `JSON.stringify(value)`; others are answered while it is made. */
export async function writeJson(value: object): Promise<string> {
  let text = '';
  for await (const slice of jsonSlices(value)) text += slice;
  return text;
}

/** The value of a text that `writeJson` made: a long one item by item of its lists. */
export async function readJson(text: string): Promise<unknown> {
  if (text.length < SMALL) return JSON.parse(text);
  const bytes = Buffer.from(text);
  const cutter = createItemCutter({ ...unbounded, member: '', most: Number.POSITIVE_INFINITY });
  const scanner = createJsonScanner(unbounded, cutter);
  for (let at = 0; at < bytes.length; at += CHUNK) {
    scanner.push(bytes.subarray(at, at + CHUNK));
    await pace();
  }
  return parseItems(bytes, cutter.items);
}
