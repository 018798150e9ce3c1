/** Bytes before the steps: the size of one step, a float32. */
const HEAD = 4;
/** Of a byte with a sign, the same on both sides. */
const MOST = 127;

/** A vector in a quarter of its bytes: int8 steps of its largest component's 127th part, and the size of a step before them. */
export function packVector(vector: Float32Array): Uint8Array<ArrayBuffer> {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = largest / MOST || 1;
  const bytes = new Uint8Array(HEAD + vector.length);
  new DataView(bytes.buffer).setFloat32(0, step, true);
  for (const [place, value] of vector.entries()) bytes[HEAD + place] = Math.round(value / step);
  return bytes;
}

/** Of unit length again. */
export function unpackVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = new Float32Array(bytes.length - HEAD);
  for (let place = 0; place < vector.length; place += 1) vector[place] = view.getInt8(HEAD + place);
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
