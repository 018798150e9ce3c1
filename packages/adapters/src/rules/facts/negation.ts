const negating =
  /\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|stopped|quit|\p{L}+n't)\b|\bn't\b/giu;
const harmless = /\b(?:not only|no doubt|no problem|no\. ?\d|why not|nothing but|not just)\b/gi;
const reply = /^(?:no|nope|nah)[,.!]\s+/i;
/** "neither tea nor coffee" denies once. */
const neitherNor = /\bneither\b([^.!?;]*?)\bnor\b/gi;

/** How often a text denies something: "has quit" once, "has not quit" twice, and that is not the same. */
export const denialsIn = (text: string): number =>
  text.replaceAll('’', "'").replace(reply, '').replace(harmless, ' ').replace(neitherNor, 'neither$1 ').match(negating)
    ?.length ?? 0;

/** Whether anything in the text is denied. */
export const isNegated = (text: string): boolean => denialsIn(text) > 0;
