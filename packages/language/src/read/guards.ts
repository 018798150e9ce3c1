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

/** A clause that says what may be, will be or was, or what somebody thinks. */
const clauseDoubts =
  /\b(?:would|could|might|should|maybe|perhaps|probably|possibly|apparently|allegedly|supposedly|presumably|rumou?r\w*|wish\w*|hop(?:e|es|ed|ing)|want(?:s|ed)?|wanna|dream\w*|consider\w*|think\w*|thought|guess\w*|believe\w*|assum\w+|doubt\w*|almost|nearly|plan(?:s|ned|ning)? (?:to|on)|going to|gonna|intend\w*|decid\w+ (?:not )?to|trying to|tr(?:y|ies) to|used to|until|till|for now|temporar\w+|briefly|sometimes|usually|often|occasionally|mostly|mainly|partly|half (?:of|the)|part[- ]time|rarely|seldom|hardly|for the (?:summer|winter|weekend|moment|time being)|about to|supposed to|meant to|refus\w+|pretend\w*|say that|not sure|unsure|seem\w*|look(?:s|ed)? like|feel\w* like|may (?!\d)(?=\p{Ll})|was (?:going|about)|will have|had)\b/iu;

export const isDoubtfulSentence = (sentence: string): boolean => sentenceDoubts.test(sentence) || quotes(sentence);

export const isDoubtfulClause = (clause: string): boolean => clauseDoubts.test(clause);
