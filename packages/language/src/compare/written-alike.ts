import { type Quantity, quantitiesIn } from '../words/quantities.js';
import { withReplaced } from '../words/spans.js';

const currencyBefore = /[€$£¥₹]\s?$/;
/** The point after "11 am." may end the sentence. */
const pointAfterNoon = /(?<=\b[ap]m)\.$/i;

type Written = Pick<Quantity, 'at' | 'end' | 'key'>;

/** The places of quantities, each with the sign of its currency. */
const writtenIn = (text: string, quantities: readonly Quantity[]): Written[] =>
  quantities.map(({ at, end, key }, place) => {
    const before = text.slice(Math.max(0, at - 2, quantities[place - 1]?.end ?? 0), at);
    const words = text.slice(at, end).trimEnd().replace(pointAfterNoon, '');
    return { at: at - (currencyBefore.exec(before)?.[0].length ?? 0), end: at + words.length, key };
  });

/**
 * Writes equal quantities as the other text does: "28 beds" for "twenty-eight beds", "for a fortnight" for "for two weeks".
 * A model takes such differences in words for others.
 */
export function inFormOf(text: string, other: { text: string; quantities: readonly Quantity[] }): string {
  const forms = new Map(
    writtenIn(other.text, other.quantities).map(({ at, end, key }) => [key, other.text.slice(at, end)]),
  );
  return withReplaced(text, writtenIn(text, quantitiesIn(text)), ({ at, end, key }) => {
    const own = text.slice(at, end);
    const form = forms.get(key) ?? own;
    return form.toLowerCase() === own.toLowerCase() ? own : form;
  });
}

/** The newer text in the form of the older; null where there is nothing to write otherwise. */
export function writtenAlike(older: string, newer: string): string | null {
  const alike = inFormOf(newer, { text: older, quantities: quantitiesIn(older) });
  return alike === newer ? null : alike;
}
