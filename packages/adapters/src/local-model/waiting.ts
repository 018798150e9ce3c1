/** Things that wait, each in the lane of whom it is for. */
interface Lanes<Item> {
  add(lane: string, item: Item): void;
  /** The first of the lane whose turn it is; that lane goes to the end. */
  next(): Item | undefined;
  all(): Item[];
}

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
      const [lane, [item, ...rest]] = first;
      lanes.delete(lane);
      if (rest.length > 0) lanes.set(lane, rest);
      return item;
    },
    all: () => [...lanes.values()].flat(),
  };
}

/** Work that waits for a thread: what is urgent first, and of each kind by turns between lanes, so that nobody waits for all of another's. */
export interface Waiting<Item> {
  add(item: Item, place: { urgent: boolean; lane: string }): void;
  next(): Item | undefined;
  /** Takes all of it away. */
  clear(): Item[];
}

export function createWaiting<Item>(): Waiting<Item> {
  let urgent = createLanes<Item>();
  let other = createLanes<Item>();
  return {
    add: (item, place) => (place.urgent ? urgent : other).add(place.lane, item),
    next: () => urgent.next() ?? other.next(),
    clear() {
      const all = [...urgent.all(), ...other.all()];
      urgent = createLanes();
      other = createLanes();
      return all;
    },
  };
}
