import type { Reading, Slot, WordedReading } from '@hippocamp/shared/language/reading';

/** What can be held; several may be of one memory, and then have its id. */
export interface Held extends WordedReading {
  id: string;
  hash: string;
}

/** What holds while the candidates of a text are decided about, so that each is compared with few of many. */
export interface Holding<Fact extends Held> {
  has(id: string): boolean;
  /** Those of the same text, in the order in which they came. */
  withHash(hash: string): Fact[];
  /** Those that could say the same: they tell of the same thing first, or have all its words; in the order in which they came. */
  near(statement: Pick<WordedReading, 'reading' | 'words'>): Fact[];
  /** Those that share the rarest of its words, at most `ALIKE`, the most alike first. */
  alike(statement: Pick<WordedReading, 'stems'>): Fact[];
  /** Those that say something of the same, in the same order. */
  about(reading: Reading): Fact[];
  add(fact: Fact): void;
  /** All of these memories. */
  remove(ids: readonly string[]): void;
  drop(fact: Fact): void;
}

/** So many that are alike are compared: of ten facts in other words nine are among them. */
export const ALIKE = 6;

const slotKey = ({ subject, attribute }: Slot) => `${subject}\n${attribute}`;

type Index<Fact> = Map<string, Set<Fact>>;

const addTo = <Fact>(index: Index<Fact>, key: string, fact: Fact) => {
  const facts = index.get(key);
  if (facts) facts.add(fact);
  else index.set(key, new Set([fact]));
};

export function createHolding<Fact extends Held>(known: readonly Fact[]): Holding<Fact> {
  const none: ReadonlySet<Fact> = new Set();
  const places = new Map<Fact, number>();
  let held = 0;
  const indexes: Index<Fact>[] = [new Map(), new Map(), new Map(), new Map(), new Map()];
  const [byId, byHash, bySlot, byWord, byStem] = indexes as [
    Index<Fact>,
    Index<Fact>,
    Index<Fact>,
    Index<Fact>,
    Index<Fact>,
  ];

  const keysOf = (fact: Fact): [Index<Fact>, string][] => [
    [byId, fact.id],
    [byHash, fact.hash],
    ...fact.reading.slots.map((slot): [Index<Fact>, string] => [bySlot, slotKey(slot)]),
    ...fact.words.map((word): [Index<Fact>, string] => [byWord, word]),
    ...[...fact.stems].map((stem): [Index<Fact>, string] => [byStem, stem]),
  ];

  const inOrder = (facts: Iterable<Fact>) =>
    [...new Set(facts)].sort((first, second) => (places.get(first) ?? 0) - (places.get(second) ?? 0));

  /** Looked for among those with the rarest of them. */
  const withWords = (words: readonly string[]): Fact[] => {
    const [rarest = none, ...others] = [...new Set(words)]
      .map((word) => byWord.get(word) ?? none)
      .sort((first, second) => first.size - second.size);
    return [...rarest].filter((fact) => others.every((facts) => facts.has(fact)));
  };

  const aboutSlots = (slots: readonly Slot[]) => slots.flatMap((slot) => [...(bySlot.get(slotKey(slot)) ?? none)]);

  /** By the inverse frequency of what they share. */
  const sharing = (stems: Iterable<string>): Fact[] => {
    const weights = new Map<Fact, number>();
    for (const stem of stems) {
      const facts = byStem.get(stem) ?? none;
      const weight = Math.log1p((held + 1) / (1 + facts.size));
      for (const fact of facts) weights.set(fact, (weights.get(fact) ?? 0) + weight);
    }
    const place = (fact: Fact) => places.get(fact) ?? 0;
    const byWeight = [...weights].sort(([first, much], [second, more]) => more - much || place(second) - place(first));
    return byWeight.slice(0, ALIKE).map(([fact]) => fact);
  };

  const holding: Holding<Fact> = {
    has: (id) => (byId.get(id)?.size ?? 0) > 0,
    withHash: (hash) => inOrder(byHash.get(hash) ?? none),
    near: ({ reading, words }) => inOrder([...aboutSlots(reading.slots.slice(0, 1)), ...withWords(words)]),
    alike: ({ stems }) => sharing(stems),
    about: ({ slots }) => inOrder(aboutSlots(slots)),
    add(fact) {
      places.set(fact, places.size);
      held += 1;
      for (const [index, key] of keysOf(fact)) addTo(index, key, fact);
    },
    drop(fact) {
      held -= 1;
      for (const [index, key] of keysOf(fact)) index.get(key)?.delete(fact);
    },
    remove(ids) {
      for (const id of ids) for (const fact of [...(byId.get(id) ?? none)]) holding.drop(fact);
    },
  };
  for (const fact of known) holding.add(fact);
  return holding;
}
