import { straight } from '../../words/contractions.js';

/** What an assistant says that is no statement: offers, advice, talk about itself. */
const offer =
  /^(?:i (?:can|could|will|would|'ll|'d|hope|recommend|suggest|understand|apologi[sz]e|see|don't have|cannot|can't)|i'(?:ll|d|m)|as an? (?:ai|assistant|language)|let me|let's|here(?:'s| is| are)|feel free|would you|if you|you (?:can|could|might|may|should|will|'ll|want)|to \p{L}+,|please|remember to|make sure|try|consider|keep in mind|happy to|great|sure|certainly|is there|there are (?:many|several|a few|some)|in (?:summary|conclusion|short)|overall|sorry|unfortunately,? i|once you|when you|have you|don't hesitate)\b/iu;

const fact =
  /^i(?:'ve| have) (?:booked|scheduled|ordered|sent|created|cancell?ed|updated|added|saved|reserved|changed|moved|set)\b/i;

/** Whether an assistant's sentence is an offer or advice. What it has done is none. */
export const isOffer = (words: string): boolean => offer.test(straight(words)) && !fact.test(words);
