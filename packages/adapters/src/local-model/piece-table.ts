/** The pieces of a vocabulary in alphabetical order of UTF-16, flat: 4 MB for 120,000 of them, where a tree of objects takes 80. */
export interface PieceTable {
  /** The log probability of each id. */
  scores: Float64Array;
  /** The id of each place in the order. */
  ids: Int32Array;
  /** Where the letters of each place start; the last entry is the end. */
  starts: Int32Array;
  letters: Uint16Array;
  /** The id for text outside the vocabulary. */
  unknown: number;
}

const MAGIC = 'PCS1';
const HEADER_BYTES = 16;

/** Throws where the bytes are not as `packages/bench/training/judge/vocabulary.py` writes them. */
export function decodePieceTable(bytes: Buffer): PieceTable {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new Error(`this is not a table of pieces: it does not start with ${MAGIC}`);
  }
  const [count, letters, unknown] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8), bytes.readUInt32LE(12)];
  const size = HEADER_BYTES + count * 8 + count * 4 + (count + 1) * 4 + letters * 2;
  if (bytes.length !== size) throw new Error(`the table of pieces has ${bytes.length} bytes instead of ${size}`);
  // Views need aligned bytes, which a pooled buffer does not promise.
  const { buffer } = new Uint8Array(bytes);
  const scores = new Float64Array(buffer, HEADER_BYTES, count);
  const ids = new Int32Array(buffer, scores.byteOffset + scores.byteLength, count);
  const starts = new Int32Array(buffer, ids.byteOffset + ids.byteLength, count + 1);
  return {
    scores,
    ids,
    starts,
    letters: new Uint16Array(buffer, starts.byteOffset + starts.byteLength, letters),
    unknown,
  };
}
