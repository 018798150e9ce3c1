/** A sentence that is no statement of what is so: a condition, a story, a quotation. */
const sentenceDoubts =
  /\?\s*$|\b(?:if|unless|whether|as if|as though|imagine|pretend|suppose|supposing|in (?:my|a|the|his|her) (?:dream|story|novel|film|movie|game|book)|(?:story|novel|film|movie|character|joke|hypothetical\w*) (?:about|is|was|where|in which)|let us say|let's say|for example|for instance|e\.g\.)\b/i;
const LONGEST_QUOTATION = 1200;

/** Three words or more between two quotation marks. */
const quotes = (sentence: string): boolean =>
  sentence
    .split('"')
    .slice(1, -1)
    .some((part) => part.length <= LONGEST_QUOTATION && (part.match(/\s/g)?.length ?? 0) >= 2);

export const isDoubtfulSentence = (sentence: string): boolean => sentenceDoubts.test(sentence) || quotes(sentence);
