/** Things that wait. */
interface Queue<Item> {
  /** The one whose turn it is, which waits no longer. */
  next(): Item | undefined;
  isEmpty(): boolean;
  /** Takes all of it away. */
  clear(): Item[];
}

/** Things that wait, each in the lane of whom it is for. */
interface Lanes<Item> extends Queue<Item> {
  add(lane: string, item: Item): void;
}

/** Lanes take turns. The lane that was served goes to the end. */
function createLanes<Item>(): Lanes<Item> {
  /** In the order of their turns, none of them empty. */
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

/** `first` before `second`, which has a turn all the same once it was passed over so many times. */
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

/** The purpose of a call: a question or claim, the vector of a memory, or the reading of a text. */
export type Purpose = 'question' | 'memory' | 'reading';

/** Questions in a row that pass over what else waits: so many come at once only where more is asked than the model can answer. */
const QUESTIONS_IN_A_ROW = 8;

/** Vectors of memories in a row that pass over the reading of texts, so that an import holds up no ingest for good. */
const MEMORIES_IN_A_ROW = 3;

/**
 * Work that waits for a thread: questions first, then vectors of memories, then readings, of which an ingest asks for many; within
 * each by turns between lanes, so that nobody waits for all of another's. Nothing waits for ever.
 */
export interface Waiting<Item> {
  add(item: Item, place: { purpose: Purpose; lane: string }): void;
  next(): Item | undefined;
  /** Takes all of it away. */
  clear(): Item[];
}

export function createWaiting<Item>(): Waiting<Item> {
  const lanes = { question: createLanes<Item>(), memory: createLanes<Item>(), reading: createLanes<Item>() };
  const behind = preferring(lanes.memory, lanes.reading, MEMORIES_IN_A_ROW);
  const { next, clear } = preferring(lanes.question, behind, QUESTIONS_IN_A_ROW);
  return { add: (item, { purpose, lane }) => lanes[purpose].add(lane, item), next, clear };
}
