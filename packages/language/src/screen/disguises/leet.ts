import { isKnown } from './known-words.js';
import type { Step } from './step.js';

const word = /!?[A-Za-z\d@$|]+(?:![A-Za-z\d@$|]+)*/g;
const signs = /[\d@$|!]/g;
const mixed = /[\d@$|!]/;
const letter = /[A-Za-z]/;
const letters = /^[A-Za-z]+$/;

const common = { '0': 'o', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g' };
const asI: Record<string, string> = { ...common, '1': 'i', '!': 'i', '|': 'i', '@': 'a', $: 's' };
const asL: Record<string, string> = { ...asI, '1': 'l', '|': 'l', '!': 'l' };

const put = (said: string, letterOf: Record<string, string>): string =>
  said.replace(signs, (sign) => letterOf[sign] ?? sign);

/** "1" and "|" are an "i" or an "l". */
const read = (said: string): string => {
  if (!mixed.test(said) || !letter.test(said)) return said;
  const [i, l] = [put(said, asI), put(said, asL)];
  if (!letters.test(i)) return said;
  return !isKnown(i) && isKnown(l) ? l : i;
};

const FEWEST_LETTERS = 6;

/** "1gn0r3 4ll": where signs for letters make words; a few short ones are names of products, or parts of sums. */
export const leet: Step = (text) => {
  let known = 0;
  const said = text.replace(word, (found) => {
    const made = read(found);
    if (made !== found && made.length > 2 && isKnown(made)) known += made.length;
    return made;
  });
  return known >= FEWEST_LETTERS ? said : text;
};
