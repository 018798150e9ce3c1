const MAGIC = 'SEM1';
const HEADER_BYTES = 16;
const FLOAT_BYTES = 4;

/** The vector of row r is `scales[r] · values[r · dimensions ..]`; the scale holds the word's weight. */
export interface WordTable {
  words: readonly string[];
  dimensions: number;
  scales: Float32Array;
  /** A unit vector of `dimensions`. */
  commonDirection: Float32Array;
  /** `words.length · dimensions`, row by row, -127..127. */
  values: Int8Array;
}

const padded = (bytes: number) => Math.ceil(bytes / FLOAT_BYTES) * FLOAT_BYTES;

const readFloats = (bytes: Buffer, offset: number, count: number) =>
  Float32Array.from({ length: count }, (_, index) => bytes.readFloatLE(offset + index * FLOAT_BYTES));

const sizeOf = (count: number, dimensions: number, wordBytes: number) =>
  HEADER_BYTES + padded(wordBytes) + (count + dimensions) * FLOAT_BYTES + count * dimensions;

/**
 * Format, little-endian: magic `SEM1`; uint32 words, dimensions, bytes of the word list; the words in UTF-8, one a
 * line, padded to 4 bytes; float32 scales; float32 common direction; int8 values. Throws for anything else. The
 * values stay in `bytes`.
 */
export function decodeTable(bytes: Buffer): WordTable {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new Error('this is not a table of word vectors: it does not start with SEM1');
  }
  const [count, dimensions, wordBytes] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8), bytes.readUInt32LE(12)];
  const size = sizeOf(count, dimensions, wordBytes);
  if (bytes.length !== size) throw new Error(`the table of word vectors has ${bytes.length} bytes instead of ${size}`);
  const words = bytes.toString('utf8', HEADER_BYTES, HEADER_BYTES + wordBytes).split('\n');
  if (words.length !== count) throw new Error(`the table names ${words.length} words and says ${count}`);
  const scalesAt = HEADER_BYTES + padded(wordBytes);
  const directionAt = scalesAt + count * FLOAT_BYTES;
  const valuesAt = directionAt + dimensions * FLOAT_BYTES;
  return {
    words,
    dimensions,
    scales: readFloats(bytes, scalesAt, count),
    commonDirection: readFloats(bytes, directionAt, dimensions),
    values: new Int8Array(bytes.buffer, bytes.byteOffset + valuesAt, count * dimensions),
  };
}

export function encodeTable({ words, dimensions, scales, commonDirection, values }: WordTable): Buffer {
  const list = Buffer.from(words.join('\n'), 'utf8');
  const bytes = Buffer.alloc(sizeOf(words.length, dimensions, list.length));
  let offset = bytes.write(MAGIC, 'latin1');
  for (const number of [words.length, dimensions, list.length]) offset = bytes.writeUInt32LE(number, offset);
  list.copy(bytes, offset);
  offset += padded(list.length);
  for (const number of [...scales, ...commonDirection]) offset = bytes.writeFloatLE(number, offset);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.length), offset);
  return bytes;
}
