type Numbers = Int8Array | Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** Grows by half at least. */
export function grown<Kind extends Numbers>(array: Kind, length: number): Kind {
  if (array.length >= length) return array;
  const Kind = array.constructor as new (length: number) => Kind;
  const larger = new Kind(Math.max(length, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}

export const bytesOf = (...arrays: readonly Numbers[]): number =>
  arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
