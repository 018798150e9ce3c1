import { randomFillSync } from 'node:crypto';
import { bytesOf, grown } from './growing.js';

/** A UUID as four integers, most significant first. */
export type Id = Uint32Array;

const WORDS = 4;

export interface RowIds {
  /** The row last given to the id, or −1. */
  find(id: Id): number;
  put(row: number, id: Id): void;
  /** Negative where the first row's id sorts first, in the order of UUID texts. */
  compare(first: number, second: number): number;
  at(row: number): Id;
  /** Row `n` becomes what row `kept[n]` was; `kept` ascends. Other rows are forgotten. */
  keep(kept: Int32Array): void;
  bytes(): number;
}

/** Each bit changes about half of all bits (the end of MurmurHash3, Appleby). */
function stirred(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/**
 * A hash table with open addressing: slots hold rows plus one, and at most half are taken. Ids of imported points were
 * chosen by whoever sent them: without a secret they could all be given one slot.
 */
export function createRowIds(): RowIds {
  const secret = randomFillSync(new Uint32Array(WORDS));
  let words = new Uint32Array(0);
  let slots = new Int32Array(16);
  let taken = 0;

  const hash = (id: Id, at: number) => {
    let mixed = 0;
    for (let word = 0; word < WORDS; word += 1) mixed = stirred(mixed ^ (secret[word] ?? 0) ^ (id[at + word] ?? 0));
    return mixed >>> 0;
  };

  const same = (row: number, id: Id, at: number) => {
    for (let word = 0; word < WORDS; word += 1) if (words[row * WORDS + word] !== id[at + word]) return false;
    return true;
  };

  const slotOf = (id: Id, at: number): number => {
    for (let slot = hash(id, at) & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const row = (slots[slot] ?? 0) - 1;
      if (row < 0 || same(row, id, at)) return slot;
    }
  };

  const enter = (row: number) => {
    const slot = slotOf(words, row * WORDS);
    if (slots[slot] === 0) taken += 1;
    slots[slot] = row + 1;
  };

  const enlarge = () => {
    const rows = slots.filter((slot) => slot > 0);
    slots = new Int32Array(slots.length * 2);
    taken = 0;
    for (const row of rows) enter(row - 1);
  };

  return {
    find: (id) => (slots[slotOf(id, 0)] ?? 0) - 1,
    put(row, id) {
      if (taken * 2 >= slots.length) enlarge();
      words = grown(words, (row + 1) * WORDS);
      words.set(id, row * WORDS);
      enter(row);
    },
    compare(first, second) {
      for (let word = 0; word < WORDS; word += 1) {
        const difference = (words[first * WORDS + word] ?? 0) - (words[second * WORDS + word] ?? 0);
        if (difference !== 0) return difference;
      }
      return 0;
    },
    at: (row) => words.subarray(row * WORDS, (row + 1) * WORDS),
    keep(kept) {
      for (const [row, old] of kept.entries()) words.copyWithin(row * WORDS, old * WORDS, (old + 1) * WORDS);
      slots.fill(0);
      taken = 0;
      for (let row = 0; row < kept.length; row += 1) enter(row);
    },
    bytes: () => bytesOf(words, slots),
  };
}
