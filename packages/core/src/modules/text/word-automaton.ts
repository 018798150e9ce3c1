import { randomFillSync } from 'node:crypto';
import { pace } from '../waiting.js';

/** Also says that there is no child, because the root is the child of none. */
export const ROOT = 0;

interface Trie {
  child(node: number, unit: number): number;
  /** The child, made when it is not there. */
  reach(node: number, unit: number): number;
  size(): number;
  parentOf(node: number): number;
  unitOf(node: number): number;
}

/** Each bit changes about half of all bits (the end of MurmurHash3, Appleby). */
function stirred(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/**
 * Children are looked up in one table for all nodes, which takes some 20 bytes for each. Words were chosen by whoever
 * stored them: without a secret their nodes could all be given one slot.
 */
function createTrie(most: number): Trie {
  const parents = new Int32Array(most + 1);
  const units = new Uint16Array(most + 1);
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
  const mask = slots.length - 1;
  const [ofNodes = 0, ofUnits = 0] = randomFillSync(new Uint32Array(2));
  let size = 1;

  const slotOf = (node: number, unit: number): number => {
    for (let slot = stirred(stirred(node ^ ofNodes) ^ unit ^ ofUnits) & mask; ; slot = (slot + 1) & mask) {
      const child = slots[slot] ?? ROOT;
      if (child === ROOT || (parents[child] === node && units[child] === unit)) return slot;
    }
  };

  return {
    child: (node, unit) => slots[slotOf(node, unit)] ?? ROOT,
    reach(node, unit) {
      const slot = slotOf(node, unit);
      const known = slots[slot] ?? ROOT;
      if (known !== ROOT) return known;
      parents[size] = node;
      units[size] = unit;
      slots[slot] = size;
      size += 1;
      return size - 1;
    },
    size: () => size,
    parentOf: (node) => parents[node] ?? ROOT,
    unitOf: (node) => units[node] ?? 0,
  };
}

/** Finds many words in one pass over a text (Aho, Corasick). A node stands for the longest beginning of a word just read. */
export interface WordAutomaton {
  step(node: number, unit: number): number;
  /** The number of the longest word that was just read, or -1. */
  wordAt(node: number): number;
  /** The node of the longest of these words, and with `shorter` of each next one; the root when there is none. */
  ending(node: number): number;
  shorter(node: number): number;
  /** True when the beginning is at least that long. */
  isDeep(node: number, least: number): boolean;
}

type UnitAt = (word: string, place: number) => number;

const forwards: UnitAt = (word, place) => word.charCodeAt(place);
const backwards: UnitAt = (word, place) => word.charCodeAt(word.length - 1 - place);

interface Grown {
  trie: Trie;
  words: Int32Array;
  /** The first node of each depth. A deeper node has a higher number. */
  depths: number[];
}

/** Nodes worked on before the event loop may turn. */
const AT_ONCE = 5000;

/** All words grow by one unit at a time, so that nodes come in the order of their depth. */
async function grow(given: readonly string[], unitAt: UnitAt): Promise<Grown> {
  const most = given.reduce((sum, { length }) => sum + length, 0);
  const trie = createTrie(most);
  const words = new Int32Array(most + 1).fill(-1);
  const nodes = new Int32Array(given.length);
  const depths = [ROOT];
  let growing = given.map((_word, number) => number).filter((number) => given[number] !== '');
  for (let depth = 0; growing.length > 0; depth += 1) {
    depths.push(trie.size());
    for (const [place, number] of growing.entries()) {
      const word = given[number] ?? '';
      const node = trie.reach(nodes[number] ?? ROOT, unitAt(word, depth));
      nodes[number] = node;
      if (word.length === depth + 1 && words[node] === -1) words[node] = number;
      if (place % AT_ONCE === AT_ONCE - 1) await pace();
    }
    growing = growing.filter((number) => (given[number]?.length ?? 0) > depth + 1);
    await pace();
  }
  return { trie, words, depths };
}

/** Empty words are nowhere. Read backwards, a text has to be read backwards too. */
export async function createWordAutomaton(
  given: readonly string[],
  direction: 'forwards' | 'backwards' = 'forwards',
): Promise<WordAutomaton> {
  const { trie, words, depths } = await grow(given, direction === 'forwards' ? forwards : backwards);
  /** The node of the longest end of a node's beginning that begins a word too. */
  const fallbacks = new Int32Array(trie.size());
  const shorters = new Int32Array(trie.size());

  const step = (node: number, unit: number): number => {
    for (let from = node; ; from = fallbacks[from] ?? ROOT) {
      const next = trie.child(from, unit);
      if (next !== ROOT || from === ROOT) return next;
    }
  };
  const ending = (node: number) => (words[node] === -1 ? (shorters[node] ?? ROOT) : node);

  for (let node = 1; node < trie.size(); node += 1) {
    const parent = trie.parentOf(node);
    if (parent !== ROOT) fallbacks[node] = step(fallbacks[parent] ?? ROOT, trie.unitOf(node));
    shorters[node] = ending(fallbacks[node] ?? ROOT);
    if (node % AT_ONCE === 0) await pace();
  }

  return {
    step,
    wordAt: (node) => words[node] ?? -1,
    ending,
    shorter: (node) => shorters[node] ?? ROOT,
    isDeep: (node, least) => node >= (depths[least] ?? Number.POSITIVE_INFINITY),
  };
}
