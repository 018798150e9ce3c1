const change =
  /\b(?:now|instead|no longer|any ?more|actually|correction|switch\w*|chang\w*|moved?|moving|replac\w*|sold|quit|stopp?\w*|gave up|cancel\w*|renam\w*|back (?:to|on|in|at)|from now on|new|slipp\w*|postpon\w*|pushed|bumped|rais\w*|dropp?\w*|cut|went (?:up|down)|scrap\w*|retir\w*|left|took over|ended|over|finished|closed|gone|expired|lapsed|used to|these days|since|wrong|mistake|sorry|rather than|down to|up to)\b/i;

/** Whether a sentence says that something is otherwise now. */
export const tellsChange = (text: string): boolean => change.test(text);
