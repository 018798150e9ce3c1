import { type Quantity, quantitiesIn } from '../words/quantities.js';

const currencyBefore = /[€$£¥₹]\s?$/;
/** The point after "11 am." may end the sentence. */
const pointAfterNoon = /(?<=\b[ap]m)\.$/i;

const asWritten = (text: string, { at, end }: Quantity): string => {
  const currency = currencyBefore.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? '';
  return text
    .slice(at - currency.length, end)
    .trim()
    .replace(pointAfterNoon, '');
};

/**
 * The newer text with each quantity of the older written as it is there: "for two weeks" and "for a fortnight" differ in
 * words alone, which a model takes for a change. Null where there is nothing to write otherwise.
 */
export function writtenAlike(older: string, newer: string): string | null {
  const told = new Map(quantitiesIn(older).map((quantity) => [quantity.key, asWritten(older, quantity)]));
  const alike = quantitiesIn(newer).reduceRight((text, quantity) => {
    const [own, wanted] = [asWritten(newer, quantity), told.get(quantity.key)];
    if (wanted === undefined || wanted.toLowerCase() === own.toLowerCase()) return text;
    const at = text.lastIndexOf(own, quantity.end - own.length);
    return `${text.slice(0, at)}${wanted}${text.slice(at + own.length)}`;
  }, newer);
  return alike === newer ? null : alike;
}
