/** Words that tell what a sentence does with what was said before. */
export const cues = {
  change:
    /\b(?:now|instead|no longer|any ?more|actually|correction|switch\w*|chang\w*|moved?|moving|replac\w*|sold|quit|stopp?\w*|gave up|cancel\w*|renam\w*|back (?:to|on|in|at)|from now on|new|slipp\w*|postpon\w*|pushed|bumped|rais\w*|dropp?\w*|cut|went (?:up|down)|scrap\w*|retir\w*|left|took over|ended|over|finished|closed|gone|expired|lapsed|used to|these days|since|wrong|mistake|sorry|rather than|down to|up to)\b/gi,
  add: /\b(?:also|too|another|as well|additionally|plus|besides|other|second|in addition|on top|except|unless|apart from|only|but on)\b/gi,
  past: /\b(?:was|were|used to|had|ago|last (?:year|month|week|summer|winter|spring|autumn)|back then|back in|once|when i was|formerly|previously|as a (?:child|kid|student)|until|before|did)\b/gi,
  wish: /\b(?:would|could|might|wish\w*|hope\w*|hoping|want\w*|like to|love to|dream\w*|if|perhaps|maybe|may|should|consider\w*|think\w* (?:of|about)|plan\w*|going to|will|next|someday|one day|imagine|suppose)\b/gi,
  said: /\b(?:says?|said|told|tells|thinks?|thought|claims?|claimed|according|heard|reckons?|believes?|suggest\w*|asked|recommend\w*|proposed|insists?|swears?|rumou?r\w*|quotes?|quoted|read|article|someone|somebody|people)\b/gi,
  ask: /\?/g,
  quote: /["“”]/g,
} as const;

export const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
