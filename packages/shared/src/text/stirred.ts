const [salt = 0, drawn = 0] = crypto.getRandomValues(new Uint32Array(2));
/** Odd, so that it has an inverse modulo 2³². */
const factor = drawn | 1;

/** Newton's iteration; each round doubles the number of right bits, of which an odd number has three. */
function inverseOf(odd: number): number {
  let inverse = odd;
  for (let bits = 3; bits < 32; bits *= 2) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  return inverse;
}

const inverse = inverseOf(factor);

/**
 * The key of a term id in maps and sets. V8 hashes integers without a secret, so words can be chosen whose ids all fall into one
 * bucket: each would be compared with all others. These keys differ in each process, and nobody outside knows them.
 */
export const stirred = (id: number): number => Math.imul(id ^ salt, factor);

export const unstirred = (key: number): number => (Math.imul(key, inverse) ^ salt) >>> 0;
