import { decidingIn } from './deciding.js';
import { itemsOf } from './items.js';
import { withLabels } from './labels.js';
import { moodOf } from './moods.js';
import { readUnits } from './read-units.js';
import { turned } from './turned.js';
import type { Clause, Unit } from './unit.js';
import { fragmentPlace, isPassive, tenseOf, verbPlace } from './verb-place.js';

/** Who does it comes first, whatever the clause begins with. */
const swapped = (units: readonly Unit[]): Unit[] =>
  units.map((unit) => {
    if (unit.side === 'subject') return { ...unit, side: 'object' };
    const isDoer = unit.preposition === 'by' && unit.kind !== 'day' && unit.kind !== 'time' && unit.kind !== 'amount';
    return isDoer ? { ...unit, side: 'subject', preposition: '' } : unit;
  });

/** Forms of "be", and signs in its place. */
const joins = /^(?:am|is|are|was|were|be|been|being|:|=)$/;

/** Reads one clause; `aliases` are the names of the first person in words, the longest first. */
export function readClause(text: string, aliases: readonly (readonly string[])[]): Clause {
  const items = itemsOf(text, aliases);
  const found = verbPlace(items);
  const place = found >= 0 ? found : fragmentPlace(items);
  const { units, denials } = readUnits(items, place, found < 0);
  const passive = found >= 0 && isPassive(items, found);
  const labelled = withLabels(units);
  return turned({
    text,
    units: passive ? swapped(labelled) : labelled,
    denied: denials > 0,
    denials,
    deciding: decidingIn(text),
    mood: moodOf(text),
    tense: found < 0 ? 'none' : tenseOf(items, found),
    passive,
    copula: !passive && joins.test(items[place]?.word ?? ''),
    ended: false,
  });
}
