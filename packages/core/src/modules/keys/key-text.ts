import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Cryptographically secure. */
export type Random = (bytes: number) => Buffer;

const [ID_BYTES, SECRET_BYTES, CHECKSUM] = [8, 32, 8];
const form = /^hc_([0-9a-f]{16})_[0-9a-f]{72}$/;

/** Detects typos, and lets scanners recognise a key. */
const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, CHECKSUM);

/** `hc_<id>_<secret><checksum>`, all in hex. */
export function makeKeyText(random: Random): { id: string; text: string } {
  const id = random(ID_BYTES).toString('hex');
  const text = `hc_${id}_${random(SECRET_BYTES).toString('hex')}`;
  return { id, text: text + checksumOf(text) };
}

/** Null when the text is no key. */
export function keyIdOf(text: string): string | null {
  const id = form.exec(text)?.[1];
  return id !== undefined && checksumOf(text.slice(0, -CHECKSUM)) === text.slice(-CHECKSUM) ? id : null;
}

export const hashKey = (text: string, pepper: string): string =>
  createHmac('sha256', pepper).update(text).digest('hex');

/** Compares in constant time. */
export const equalHashes = (first: string, second: string): boolean =>
  timingSafeEqual(Buffer.from(first, 'hex'), Buffer.from(second, 'hex'));
