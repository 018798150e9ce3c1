import { anyMonth, anyWeekday } from '../../words/calendar.js';

export interface Cue {
  pattern: RegExp;
  /** Goes on after "it": "it states a preference". */
  because: string;
}

/** The first that fits. */
export const firstFitting = (cues: readonly Cue[], text: string): string | null =>
  cues.find(({ pattern }) => pattern.test(text))?.because ?? null;

const clock =
  "\\d{1,2}[:.]\\d{2}(?: ?[ap]\\.?m\\.?)?|\\d{1,2} ?(?:[ap]\\.?m\\.?|o'clock|uhr)|(?:at|before|after|by|until|from) (?:half past |quarter (?:past|to) )?(?:noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|half past \\w+|quarter (?:past|to) \\w+|noon|midnight";

const date = `(?:${anyWeekday})\\b|\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${anyMonth})\\b|(?:${anyMonth})\\.? \\d{1,2}\\b|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}`;

/** Words that say when something was or will be. */
export const dated: Cue[] = [
  {
    because: 'names a date or a time',
    pattern: new RegExp(
      `\\b(?:${date}|(?:in|since|until|by|from|during|of|next|last) (?:${anyMonth}|(?:19|20)\\d{2}|spring|summer|autumn|winter|fall)\\b|${clock})`,
      'i',
    ),
  },
  {
    because: 'says when',
    pattern:
      /\b(?:yesterday|tomorrow|(?:last|next) (?:night|week|weekend|month|year|summer|winter|spring|autumn|fall|time)|this (?:weekend|week|month|year|summer|winter|spring|autumn|fall)|the other day|(?:\d+|an?|two|three|four|five|six|seven|eight|nine|ten|few|couple of|many) (?:minutes|hours|days?|weeks?|months?|years?) (?:ago|later|from now)|in (?:an?|two|three|four|five|six|seven|eight|nine|ten|\d+|a few|a couple of) (?:hours|days?|weeks?|months?|years?)|a few (?:days|weeks|months|years) (?:ago|back)|recently|earlier today|a week|(?:two|three|four|five|six|\d+) (?:weeks|days|months|years))\b/i,
  },
];

/** What is of this moment and soon no longer true. */
export const passing: Cue[] = [
  {
    because: 'is about this very moment',
    pattern:
      /\b(?:right now|at the moment|at the minute|just now|for now|in a (?:minute|moment|sec|second|few minutes|bit)|in (?:an|one|half an) (?:hour|minute)|on (?:my|the|his|her|its|our) way|brb|be right back|running late|(?:is|am|are|'m|'re) (?:on|at|in) the (?:bus|train|tram|car|phone|office|shop|queue|airport|station|line|middle of)|almost there|about to|still (?:waiting|in bed|at)|surrounded by)\b/i,
  },
  {
    because: 'is about today',
    pattern:
      /\b(?:currently|this (?:morning|afternoon|evening)|tonight|today|these days|(?:am|'m|is|are) (?:so |very |really |a bit )?(?:tired|hungry|bored|cold|busy|sleepy|exhausted|sick|stressed|nervous))\b/i,
  },
];

/** Words of plans and decisions. */
export const planned: Cue[] = [
  {
    because: 'tells a decision',
    pattern:
      /\b(?:decided|decision|agreed|signed|chose|chosen|settled on|approved|confirmed|booked|cancell?ed|postponed|resigned|quit)\b/i,
  },
  {
    because: 'tells a plan',
    pattern:
      /\b(?:will|won't|'ll|going to|gonna|plan(?:s|ning)? (?:to|on)|intends? to|have to|has to|need(?:s)? to|must|supposed to|due|scheduled|deadline|appointment|interview|reservation|remind me|wants? to|hop(?:e|es|ing) to|looking forward to|thinking (?:of|about)|trying to|working on|signed up)\b/i,
  },
];

const kin =
  'mother|father|mum|mom|dad|sister|brother|wife|husband|son|daughter|parents?|grand\\w{3,8}|cousin|aunt|uncle|niece|nephew|kids?|child(?:ren)?|partner|boyfriend|girlfriend|fianc[ée]e?|boss|dog|cat|roommate|flatmate|best friend|pet';

/** Wordings of what stays true: health, preferences, who somebody is, what somebody has or does again and again. */
export const lasting: Cue[] = [
  {
    because: 'is about health',
    pattern:
      /\b(?:allerg\w+|intoleran\w+|asthma\w*|diabet\w+|insulin|c(?:o)?eliac|epilep\w+|migraines?|blood type|pregnan\w+|vegan|vegetarian|pescatarian|gluten[- ]free|halal|kosher|epipen|adhd|dyslexi\w+|wheelchair)\b/i,
  },
  {
    because: 'states a preference',
    pattern:
      /(?<!would |wouldn't |'d |d you |looks |look |feels |sounds |tastes |smells |would also |would really |was |'s |is |her |my |his |your |their |the |in |of |with |sends? |much )\b(?:likes|(?<=\b(?:i|we|they|really|also|do|don't|doesn't|not|still|both|all|always|never|who|and|actually|kids|people|parents) )like|loves?|hates?|prefers?|enjoys?|adores?|dislikes?|detests?)\b(?! to (?:hear|see) (?:that|you)\b)/i,
  },
  {
    because: 'states a preference',
    pattern:
      /\b(?:favou?rite|can'?t stand|fond of|(?:big |huge )?fan of|afraid of|scared of|terrified of|fear of|keen on|addicted to|obsessed with|crazy about|into \w+ing|not a fan|makes? me (?:sad|happy|sick|ill|sleepy|cry|smile|nervous|calm)|i don'?t (?:eat|drink|smoke|do|use|own|drive|watch|have))\b/i,
  },
  {
    because: 'says who somebody is',
    pattern:
      /\b(?:name(?:'s| is)|(?:is|was|are|am|'m) (?:called|named)|an? \p{L}+ (?:called|named) |goes by|(?:i am|i'm|he is|she is|he's|she's|who is) (?:(?:an? |the )(?:\p{L}+ )?(?:\p{L}+(?:ist|er|or|ian|ant|eer)|nurse|chef|cook|student|architect|pilot|coach|mum|mom|dad)|single|married|divorced|engaged|widowed|retired|trans\w*|left-handed|years old|\d{1,2})\b|years old|comes? from|(?:is|am|are|'m) (?:originally )?from|born (?:in|on|and)|birthday|married|engaged to|grew up|native (?:speaker|language)|zodiac|nationality|pronouns)/iu,
  },
  {
    because: 'says where somebody lives or works',
    pattern:
      /(?<!would |could |might )\b(?:lives? (?:in|at|with|by|near|on|alone|together)|living (?:in|at|with)|works? (?:at|for|as|in|from|with|on)|working (?:at|for|as|on|with)|mov(?:e|es|ed|ing) (?:to|into|from|here)|based in|reside[sd]? in|stud(?:y|ies|ying) (?:at|in|\w+)|employed (?:at|by)|runs? (?:a|the|my|his|her)|(?:for|earn) a living|new job|got the job|teach(?:es)?|my job)\b/i,
  },
  {
    because: 'says what somebody has',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_])(?:owns?\\b|(?:i|we|he|she|they|(?:my|our|his|her|their) \\p{L}+) (?:also |still |already )?(?:have|has|have got|has got|'ve got) (?:an? |two |three |four |five |\\d+ |my own )|(?:my|our|his|her|\\p{L}+'s) (?:${kin}|car|bike|phone number|e-?mail|address|wifi|password|door code)\\b|drives? an? |plays? (?:the |in )|speaks? (?!up|out|to )\\p{L}+)`,
      'iu',
    ),
  },
  {
    because: 'describes a habit',
    pattern:
      /\b(?:always|never|usually|normally|often|rarely|every (?:\p{L}+ )?(?:day|week|weekend|month|year|morning|evening|night|summer|winter|\p{L}+day)|each (?:day|week|month|year)|on \p{L}+days\b|(?:once|twice|\w+ times) a (?:day|week|month|year)|for (?:\d+|\w+|many|several) (?:years|months) now|for (?:years|ages))\b/iu,
  },
];

/** Said of the world or of a thing, in a text that is no talk. */
export const stating: Cue[] = [
  {
    because: 'states how things are',
    pattern:
      /(?:\b(?:is|are|isn't|aren't|means|consists of|belongs to|contains|includes|requires|needs|supports|provides|costs?|uses|has|have|can|must|should|allows|applies|depends on|refers to|stands for|opens|closes|runs)\b)/i,
  },
];
