/** The vector scaled to unit length; null where it is zero, or no number. */
export function unit(vector: Float32Array): Float32Array | null {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : null;
}

/** The mean of `states`, which are one vector of `dimensions` for each token, one after the other. All tokens are of the text. */
export function meanOf(states: Float32Array, dimensions: number): Float32Array {
  const tokens = states.length / dimensions;
  const mean = new Float32Array(dimensions);
  for (let index = 0; index < states.length; index += 1) {
    const column = index % dimensions;
    mean[column] = (mean[column] ?? 0) + (states[index] ?? 0) / tokens;
  }
  return mean;
}

const MAGIC = 'RED1';
const HEADER_BYTES = 12;
const FLOAT_BYTES = 4;

/** From the model's dimensions to fewer: the first of its principal directions. */
export interface Reduction {
  /** Orthogonal vectors of unit length, all of the model's dimensions. */
  directions: readonly Float32Array[];
}

const sizeOf = (rows: number, columns: number) => HEADER_BYTES + rows * columns * FLOAT_BYTES;

/**
 * Reads a reduction: magic `RED1`; uint32 each: directions, dimensions of the model; the directions in float32, one after the
 * other. Little-endian. Throws when `bytes` is something else.
 */
export function decodeReduction(bytes: Buffer): Reduction {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new Error('this is not a reduction: it does not start with RED1');
  }
  const [rows, columns] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
  const size = sizeOf(rows, columns);
  if (bytes.length !== size) throw new Error(`the reduction has ${bytes.length} bytes instead of ${size}`);
  const valueAt = (place: number) => bytes.readFloatLE(HEADER_BYTES + place * FLOAT_BYTES);
  const directions = Array.from({ length: rows }, (_, row) =>
    Float32Array.from({ length: columns }, (_value, column) => valueAt(row * columns + column)),
  );
  return { directions };
}

/** The bytes that `decodeReduction` reads. */
export function encodeReduction({ directions }: Reduction): Buffer {
  const columns = directions[0]?.length ?? 0;
  const bytes = Buffer.alloc(sizeOf(directions.length, columns));
  let offset = bytes.write(MAGIC, 'latin1');
  offset = bytes.writeUInt32LE(directions.length, offset);
  offset = bytes.writeUInt32LE(columns, offset);
  for (const direction of directions) for (const value of direction) offset = bytes.writeFloatLE(value, offset);
  return bytes;
}

const along = (vector: Float32Array, direction: Float32Array): number =>
  direction.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0);

/** The vector in the directions of a reduction, at unit length; null where it has nothing in them. */
export const reduced = (vector: Float32Array, { directions }: Reduction): Float32Array | null =>
  unit(Float32Array.from(directions, (direction) => along(vector, direction)));
