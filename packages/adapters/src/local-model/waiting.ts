interface Queue<Item> {
  next(): Item | undefined;
  isEmpty(): boolean;
  clear(): Item[];
}

interface Lanes<Item> extends Queue<Item> {
  add(lane: string, item: Item): void;
}

/** Items after which what a lane was given counts half. */
const HALVED_AFTER = 16;

/** Counts what each lane was given lately. A lane that was given nothing lately is forgotten. */
function createShares() {
  const shares = new Map<string, number>();
  let items = 0;
  const halve = () => {
    for (const [lane, share] of shares) {
      if (share > 1) shares.set(lane, share / 2);
      else shares.delete(lane);
    }
  };
  return {
    of: (lane: string) => shares.get(lane) ?? 0,
    add(lane: string) {
      shares.set(lane, (shares.get(lane) ?? 0) + 1);
      items += 1;
      if (items % HALVED_AFTER === 0) halve();
    },
  };
}

/** To shift a list of many thousands moves all of it each time. */
interface Row<Item> {
  items: Item[];
  taken: number;
}

/** Frees the taken items once they are half of the row, so that taking one costs little on average. */
function takeFirst<Item>(row: Row<Item>): Item | undefined {
  const item = row.items[row.taken];
  row.taken += 1;
  if (2 * row.taken >= row.items.length) {
    row.items = row.items.slice(row.taken);
    row.taken = 0;
  }
  return item;
}

/** The lane that was given least lately is next, so one that asks little waits for one item of a flood, not for one at each turn. */
function createLanes<Item>(): Lanes<Item> {
  /** None is empty. Whichever was last is behind its equals. */
  const lanes = new Map<string, Row<Item>>();
  const shares = createShares();
  const first = () => {
    const names = [...lanes.keys()];
    return names.reduce((least, lane) => (shares.of(lane) < shares.of(least) ? lane : least), names[0] ?? '');
  };
  return {
    add(lane, item) {
      const row = lanes.get(lane);
      if (row) row.items.push(item);
      else lanes.set(lane, { items: [item], taken: 0 });
    },
    next() {
      const lane = first();
      const row = lanes.get(lane);
      if (row === undefined) return undefined;
      const item = takeFirst(row);
      lanes.delete(lane);
      if (row.items.length > 0) lanes.set(lane, row);
      shares.add(lane);
      return item;
    },
    isEmpty: () => lanes.size === 0,
    clear() {
      const all = [...lanes.values()].flatMap(({ items, taken }) => items.slice(taken));
      lanes.clear();
      return all;
    },
  };
}

function preferring<Item>(first: Queue<Item>, second: Queue<Item>, most: number): Queue<Item> {
  let passed = 0;
  return {
    next() {
      if (first.isEmpty() || (passed >= most && !second.isEmpty())) {
        passed = 0;
        return second.next();
      }
      passed = second.isEmpty() ? 0 : passed + 1;
      return first.next();
    },
    isEmpty: () => first.isEmpty() && second.isEmpty(),
    clear: () => [...first.clear(), ...second.clear()],
  };
}

export type Purpose = 'question' | 'memory' | 'reading';

/** Questions in a row before other work gets a turn, so that one tenant's claims never stop the ingests of others. */
const QUESTIONS_IN_A_ROW = 3;

/** Vectors of memories in a row before a reading gets a turn, so that an import never stops all ingests. */
const MEMORIES_IN_A_ROW = 3;

/** Questions come first, then vectors of memories, then readings, each shared among its lanes. Nothing waits for ever. */
export interface Waiting<Item> {
  add(item: Item, place: { purpose: Purpose; lane: string }): void;
  next(): Item | undefined;
  clear(): Item[];
}

export function createWaiting<Item>(): Waiting<Item> {
  const lanes = { question: createLanes<Item>(), memory: createLanes<Item>(), reading: createLanes<Item>() };
  const behind = preferring(lanes.memory, lanes.reading, MEMORIES_IN_A_ROW);
  const { next, clear } = preferring(lanes.question, behind, QUESTIONS_IN_A_ROW);
  return { add: (item, { purpose, lane }) => lanes[purpose].add(lane, item), next, clear };
}
