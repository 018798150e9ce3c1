import type { Cue } from './cues.js';

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
