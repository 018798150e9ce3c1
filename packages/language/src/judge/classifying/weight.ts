import type { Cue } from './cues.js';

/** What makes a memory weigh more than others of its kind. */
export const weighty: Cue[] = [
  {
    because: 'health',
    pattern:
      /\b(?:allerg\w+|intoleran\w+|asthma\w*|diabet\w+|insulin|medication|pregnan\w+|surgery|hospital|ambulance|emergency|blood type|epilep\w+|c(?:o)?eliac|cancer|epipen)\b/i,
  },
  {
    because: 'a commitment',
    pattern:
      /\b(?:deadline|due|must|have to|has to|need to|needs to|promised?|appointment|interview|agreed|decided|contract|signed|permit|lease)\b/i,
  },
  {
    because: 'said to matter',
    pattern: /\b(?:important|remember|never forget|critical|urgent|please note|don'?t forget)\b/i,
  },
  {
    because: 'an address, a number or an amount',
    pattern:
      /\b(?:address|phone|e-?mail|password|passport|account|door code|iban|invoice|order number|tracking|\d{3,})\b|[€$£]\s?\d|\d\s?(?:euros?|dollars?|pounds?|%)/i,
  },
  {
    because: 'a change of life',
    pattern:
      /\b(?:new job|got the job|quit|moved?|moving|married|divorc\w+|engaged|born|died|birthday|graduat\w+|promot\w+|fired|hired|adopted|retired)\b/i,
  },
];

export const tagCues: Record<string, RegExp> = {
  health:
    /\b(?:allerg\w+|intoleran\w+|doctor|hospital|physio\w*|medication|medicine|dentist|sick|ill|pain|surgery|knee|throat|diabet\w+|asthma\w*)\b/i,
  work: /\b(?:job|work(?:s|ing)?|office|boss|colleagues?|meeting|project|client|deadline|salary|interview|career)\b/i,
  travel: /\b(?:trip|travel\w*|flight|train|ferry|sail\w*|hotel|holiday|vacation|airport|visa|passport|tickets?)\b/i,
  home: /\b(?:flat|apartment|house|rent|landlord|moving|kitchen|lease|garden|balcony)\b/i,
  food: /\b(?:food|eat\w*|cook\w*|bak(?:e|es|ing)|restaurant|coffee|espresso|tea|breakfast|lunch|dinner|vegan|vegetarian|recipe|cake|milk|hazelnuts?|nuts?)\b/i,
  money: /[€$£]\s?\d|\b(?:euros?|dollars?|pounds?|price|costs?|paid|budget|invoice|rent)\b/i,
  family:
    /\b(?:mother|father|mum|mom|dad|sister|brother|wife|husband|son|daughter|parents|grandm\w+|grandf\w+|cousin|aunt|uncle|kids?)\b/i,
  pets: /\b(?:dog|cat|puppy|kitten|terrier|pet|pets|hamster|parrot)\b/i,
};
