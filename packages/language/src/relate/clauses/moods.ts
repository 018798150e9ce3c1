/** How a statement is meant, beside what it states. */
export type Mood = 'stated' | 'maybe' | 'wish' | 'plan' | 'condition' | 'hearsay' | 'past';

const moods: [Mood, RegExp][] = [
  [
    'condition',
    /\?\s*$|\b(?:if|unless|whether|provided|as long as|in case|suppose|supposing|imagine|pretend|would have|were i|were to|for example|for instance|e\.g\.)\b/i,
  ],
  [
    'maybe',
    /\b(?:might|could|maybe|perhaps|probably|possibly|likely|apparently|allegedly|supposedly|presumably|rumou?r\w*|consider\w*|think\w* (?:of|about)|i think|thought (?:of|about)|guess|believe[sd]?|assum\w+|doubt\w*|not sure|unsure|seems?|seemed|looks? like|feels? like|toying|tempted|under discussion|candidate for|proposed|proposal|suggest\w*|should|ought|supposed to|wonder\w*)\b/i,
  ],
  ['hearsay', /\b(?:says?|said|told|claims? that|claimed|heard|mentioned|according to|reckons?|swears?|insists?)\b/i],
  [
    'wish',
    /\b(?:wants?|wanted|wanna|wish(?:es|ed)?|hop(?:e|es|ed|ing)|dream\w*|would (?:like|love|rather|prefer)|'d (?:like|love)|keen to|long(?:s|ing)? (?:to|for)|saving up|looking (?:for|at|forward))\b/i,
  ],
  [
    'plan',
    /\b(?:plan(?:s|ned|ning)? (?:to|on|for)|going to|gonna|intend\w*|about to|decided to|aim(?:s|ing)? (?:to|for)|trying to|tries to|try to|soon|next (?:week|month|year|spring|summer|autumn|winter)|in future|applied for|has applied|asked for|waiting)\b/i,
  ],
  [
    'past',
    /\b(?:used to|formerly|previously|until (?:recently|last)|back then|in those days|once upon|when i was|as a (?:child|kid|boy|girl|student))\b/i,
  ],
];

/** With a capital it is the month. */
const possible = /\bmay\b/;

/** The first that its words tell; what is stated tells by none. */
export const moodOf = (statement: string): Mood => {
  const mood = moods.find(([, pattern]) => pattern.test(statement))?.[0];
  return mood ?? (possible.test(statement) ? 'maybe' : 'stated');
};
