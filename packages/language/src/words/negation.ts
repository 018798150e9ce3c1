import { straight } from './contractions.js';

const negating =
  /(?<![\p{L}\p{N}_])(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|stopped|quit|\p{L}+n't)\b|\bn't\b/giu;
const harmless = /\b(?:not only|no doubt|no problem|no\. ?\d|why not|nothing but|not just)\b/gi;
const reply = /^(?:no|nope|nah)[,.!]\s+/i;
/** "neither tea nor coffee" denies once. */
const neitherNor = /\b(?:neither|nor)\b|[.!?;]/gi;

const withoutNor = (text: string): string => {
  let isOpen = false;
  return text.replace(neitherNor, (found) => {
    const word = found.toLowerCase();
    const closes = isOpen && word === 'nor';
    isOpen = word === 'neither';
    return closes ? ' ' : found;
  });
};

/** How often a text denies something: "has quit" once, "has not quit" twice, and that is not the same. */
export const denialsIn = (text: string): number =>
  withoutNor(straight(text).replace(reply, '').replace(harmless, ' ')).match(negating)?.length ?? 0;
