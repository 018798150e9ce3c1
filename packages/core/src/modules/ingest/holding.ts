import type { Reading, Slot } from '../../ports/extractor.js';
import type { KnownFact, Proposal } from './known-fact.js';

/** What holds while the candidates of a text are decided about, so that each is compared with few of many. */
export interface Holding {
  withHash(hash: string): KnownFact | undefined;
  /** Those that could say the same, in the order in which they came to hold. */
  near(proposal: Proposal): KnownFact[];
  /** Those that say something of the same, in the same order. */
  about(reading: Reading): KnownFact[];
  add(fact: KnownFact): void;
  remove(ids: readonly string[]): void;
}

const slotKey = ({ subject, attribute }: Slot) => `${subject}\n${attribute}`;

type Index = Map<string, Set<KnownFact>>;

const addTo = (index: Index, key: string, fact: KnownFact) => {
  const facts = index.get(key);
  if (facts) facts.add(fact);
  else index.set(key, new Set([fact]));
};

const none: ReadonlySet<KnownFact> = new Set();

export function createHolding(known: readonly KnownFact[]): Holding {
  const places = new Map<KnownFact, number>();
  const byId = new Map<string, KnownFact>();
  const [byHash, bySlot, byWord]: [Index, Index, Index] = [new Map(), new Map(), new Map()];

  const keysOf = (fact: KnownFact): [Index, string][] => [
    [byHash, fact.hash],
    ...fact.reading.slots.map((slot): [Index, string] => [bySlot, slotKey(slot)]),
    ...fact.words.map((word): [Index, string] => [byWord, word]),
  ];

  const inOrder = (facts: Iterable<KnownFact>) =>
    [...new Set(facts)].sort((first, second) => (places.get(first) ?? 0) - (places.get(second) ?? 0));

  /** All of its words have to be in what it repeats, the rarest among them. */
  const withRarestWord = (words: readonly string[]): ReadonlySet<KnownFact> => {
    let rarest: ReadonlySet<KnownFact> | undefined;
    for (const word of words) {
      const facts = byWord.get(word) ?? none;
      if (!rarest || facts.size < rarest.size) rarest = facts;
    }
    return rarest ?? none;
  };

  const aboutSlots = (slots: readonly Slot[]) => slots.flatMap((slot) => [...(bySlot.get(slotKey(slot)) ?? none)]);

  const holding: Holding = {
    withHash: (hash) => inOrder(byHash.get(hash) ?? none)[0],
    near: ({ reading, words }) => inOrder([...aboutSlots(reading.slots.slice(0, 1)), ...withRarestWord(words)]),
    about: ({ slots }) => inOrder(aboutSlots(slots)),
    add(fact) {
      places.set(fact, places.size);
      byId.set(fact.id, fact);
      for (const [index, key] of keysOf(fact)) addTo(index, key, fact);
    },
    remove(ids) {
      for (const id of ids) {
        const fact = byId.get(id);
        if (!fact) continue;
        byId.delete(id);
        for (const [index, key] of keysOf(fact)) index.get(key)?.delete(fact);
      }
    },
  };
  for (const fact of known) holding.add(fact);
  return holding;
}
