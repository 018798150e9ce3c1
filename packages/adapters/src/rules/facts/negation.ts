const negating =
  /\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|stopped|quit|\p{L}+n't)\b|\bn't\b/iu;
const harmless = /\b(?:not only|no doubt|no problem|no\. ?\d|why not|nothing but|not just)\b/gi;
const reply = /^(?:no|nope|nah)[,.!]\s+/i;

/** Whether anything in the text is denied. */
export const isNegated = (text: string): boolean =>
  negating.test(text.replaceAll('’', "'").replace(reply, '').replace(harmless, ' '));
