import type { Id } from './row-ids.js';

/** 16 bytes an id, as UUIDs are written: the most significant first. */
const BYTES = 16;
const WORDS = 4;

export function packIds(ids: readonly string[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(ids.length * BYTES);
  packed.set(Buffer.from(ids.map((id) => id.replaceAll('-', '')).join(''), 'hex'));
  return packed;
}

/** The text of the UUID whose digits begin at a place. */
const textOf = (hex: string, at: number) =>
  `${hex.slice(at, at + 8)}-${hex.slice(at + 8, at + 12)}-${hex.slice(at + 12, at + 16)}-${hex.slice(at + 16, at + 20)}-${hex.slice(at + 20, at + 32)}`;

export function unpackIds(packed: Uint8Array<ArrayBuffer>): string[] {
  const hex = Buffer.from(packed.buffer, packed.byteOffset, packed.length).toString('hex');
  return Array.from({ length: packed.length / BYTES }, (_, place) => textOf(hex, place * 32));
}

/** The integers of the id that begins at a byte. */
export const readId = (view: DataView, at: number): Id =>
  Uint32Array.of(view.getUint32(at), view.getUint32(at + 4), view.getUint32(at + 8), view.getUint32(at + 12));

export const readIds = (packed: Uint8Array): Id[] => {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  return Array.from({ length: packed.length / BYTES }, (_, place) => readId(view, place * BYTES));
};

export function writeIds(ids: readonly Id[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(ids.length * BYTES);
  const view = new DataView(packed.buffer);
  for (const [place, id] of ids.entries()) {
    for (let word = 0; word < WORDS; word += 1) view.setUint32(place * BYTES + 4 * word, id[word] ?? 0);
  }
  return packed;
}
