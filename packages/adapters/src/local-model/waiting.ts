interface Queue<Item> {
  next(): Item | undefined;
  isEmpty(): boolean;
  clear(): Item[];
}

interface Lanes<Item> extends Queue<Item> {
  add(lane: string, item: Item): void;
}

function createLanes<Item>(): Lanes<Item> {
  /** In the order of their turns, none empty. */
  const lanes = new Map<string, Item[]>();
  return {
    add(lane, item) {
      const items = lanes.get(lane);
      if (items) items.push(item);
      else lanes.set(lane, [item]);
    },
    next() {
      const [first] = lanes;
      if (!first) return undefined;
      const [lane, items] = first;
      const item = items.shift();
      lanes.delete(lane);
      if (items.length > 0) lanes.set(lane, items);
      return item;
    },
    isEmpty: () => lanes.size === 0,
    clear() {
      const all = [...lanes.values()].flat();
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

/** Questions come first, then vectors of memories, then readings; lanes take turns. Nothing waits for ever. */
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
