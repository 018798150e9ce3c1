import type { Quantity } from '../words/units.js';
import type { SentenceView, ViewedPair } from './sentence-view.js';

/** Words that both share, so that they tell about one thing: a day is told of anything. */
const [OF_AMOUNT, OF_TIME] = [2, 3];

/** Of a quantity what has to be the same in another: its unit, or the word that it counts. */
interface Counted {
  quantity: Quantity;
  what: string;
}

/** Each quantity with what it counts; those that count nothing are left out. */
function countedIn({ tokens, quantities }: SentenceView): Counted[] {
  const places = tokens.flatMap(({ kind }, place) => (kind === 'quantity' ? [place] : []));
  return quantities.flatMap((quantity, at) => {
    const next = tokens[(places[at] ?? tokens.length) + 1];
    const word = next?.kind === 'content' ? next.same : '';
    const what = quantity.kind === 'amount' ? quantity.unit || word : `${quantity.kind} ${quantity.unit}`;
    return what === '' ? [] : [{ quantity, what }];
  });
}

const others = (view: SentenceView, other: SentenceView): Counted[] =>
  countedIn(view).filter(({ quantity }) => !other.all.has(quantity.key));

/** "12 hours of overtime", "only 4 hours of overtime": both tell about one thing, and how much of it there is, each otherwise. */
export function countsAnew({ older, newer }: ViewedPair): boolean {
  const things = newer.tokens.filter(
    ({ kind, same }) => (kind === 'content' || kind === 'name') && older.all.has(same),
  );
  const shared = new Set(things.map(({ same }) => same)).size;
  const before = new Set(others(older, newer).map(({ what }) => what));
  return others(newer, older).some(
    ({ quantity, what }) =>
      before.has(what) && shared >= (quantity.kind === 'amount' || quantity.kind === 'rate' ? OF_AMOUNT : OF_TIME),
  );
}
