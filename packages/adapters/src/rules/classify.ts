import type { Tier } from '@hippocamp/shared/schemas/common';

export interface Classification {
  memoryType: Tier;
  /** 0..1 */
  importance: number;
  /** 0..1 */
  confidence: number;
  tags: string[];
  rationale: string;
}

interface Cue {
  pattern: RegExp;
  name: string;
}

const passing: Cue[] = [
  {
    name: 'of the moment',
    pattern:
      /\b(?:right now|at the moment|currently|just now|in a (?:minute|moment|sec|second|few minutes)|on my way|brb|be right back|running late|in (?:an|one|half an) hour|this (?:morning|afternoon)|tonight|today)\b/i,
  },
];

const happened: Cue[] = [
  {
    name: 'a time is named',
    pattern:
      /\b(?:yesterday|last (?:night|week|weekend|month|year|summer|winter|spring|autumn|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:on|next|this) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|week|month)|tomorrow|ago|\d{1,2}(?:st|nd|rd|th)? (?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}|\d{4}-\d{2}-\d{2}|at \d{1,2}(?::\d{2})?\s?(?:am|pm|o'clock)?)\b/i,
  },
  {
    name: 'something happened',
    pattern:
      /\b(?:went|did|was|were|had|made|bought|sold|met|saw|found|lost|broke|finished|started|began|signed|moved|happened|called|told|said|got|took|came|left|booked|cancelled|canceled|visited|ordered|paid|tried|decided|changed|fell|won|ran|wrote|sent|received|\p{L}{3,}ed)\b/iu,
  },
];

const lasting: Cue[] = [
  {
    name: 'a preference',
    pattern:
      /\b(?:like|likes|love|loves|hate|hates|prefer|prefers|enjoy|enjoys|favou?rite|can'?t stand|fan of|allergic|vegan|vegetarian|afraid of|terrified of)\b/i,
  },
  {
    name: 'a habit',
    pattern:
      /\b(?:always|never|usually|every (?:day|week|month|year|morning|evening|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|often|each (?:day|week|month))\b/i,
  },
  {
    name: 'a lasting fact',
    pattern:
      /\b(?:my name is|is called|lives? in|live (?:in|at|with)|works? (?:at|for|as|in)|born in|married|birthday|speaks?|owns?|has (?:a|an|two|three)|have (?:a|an|two|three)|comes from|is from|am from|means|belongs to|consists of|(?:is|are|am) (?:a|an|the|my|our|his|her)\b)/i,
  },
];

const weighty: Cue[] = [
  {
    name: 'health',
    pattern:
      /\b(?:allerg\w+|asthma|diabet\w+|insulin|medication|pregnan\w+|surgery|hospital|ambulance|emergency|blood type|epilep\w+)\b/i,
  },
  {
    name: 'a commitment',
    pattern:
      /\b(?:deadline|due|must|have to|has to|need to|needs to|promised?|appointment|agreed|decided|contract|signed)\b/i,
  },
  {
    name: 'said to matter',
    pattern: /\b(?:important|remember|never forget|critical|urgent|please note|don'?t forget)\b/i,
  },
  {
    name: 'an address or number',
    pattern:
      /\b(?:address|phone|e-?mail|password|passport|account|door code|iban|invoice|order number|\d{3,})\b|[€$£]\s?\d|\d\s?(?:euros?|dollars?|pounds?|%)/i,
  },
  {
    name: 'a change of life',
    pattern:
      /\b(?:new job|quit|moved?|moving|married|divorc\w+|engaged|born|died|birthday|graduat\w+|promot\w+|fired|hired)\b/i,
  },
];

const tagCues: Record<string, RegExp> = {
  health: /\b(?:allerg\w+|doctor|hospital|physio\w*|medication|medicine|dentist|sick|ill|pain|surgery)\b/i,
  work: /\b(?:job|work(?:s|ing)?|office|boss|colleague|meeting|project|client|deadline|salary)\b/i,
  travel: /\b(?:trip|travel\w*|flight|train|ferry|sail\w*|hotel|holiday|vacation|airport|visa)\b/i,
  home: /\b(?:flat|apartment|house|rent|landlord|moving|kitchen|lease|garden)\b/i,
  food: /\b(?:food|eat|cook\w*|restaurant|coffee|espresso|tea|breakfast|lunch|dinner|vegan|vegetarian|recipe)\b/i,
  money: /[€$£]\s?\d|\b(?:euros?|dollars?|pounds?|price|cost|paid|budget|invoice)\b/i,
  family:
    /\b(?:mother|father|mum|mom|dad|sister|brother|wife|husband|son|daughter|parents|grandm\w+|grandf\w+|cousin|aunt|uncle|kids?)\b/i,
};

const matching = (cues: readonly Cue[], text: string) =>
  cues.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);

const tierOf = (text: string): { tier: Tier; because: string; sure: boolean } => {
  const [moment] = matching(passing, text);
  const [event] = matching(happened, text);
  const [fact] = matching(lasting, text);
  if (fact && !moment) return { tier: 'semantic', because: fact, sure: !event };
  if (moment && !event) return { tier: 'short_term', because: moment, sure: true };
  if (event) return { tier: 'episodic', because: event, sure: true };
  return { tier: 'episodic', because: 'no sign of a lasting fact', sure: false };
};

const round = (value: number) => Math.round(value * 100) / 100;

/** Tier, importance and confidence by cues of the wording. `text` is one candidate's own words. */
export function classify(text: string): Classification {
  const { tier, because, sure } = tierOf(text);
  const weight = matching(weighty, text);
  const base = { semantic: 0.5, episodic: 0.4, short_term: 0.25 }[tier];
  return {
    memoryType: tier,
    importance: round(Math.min(0.95, base + 0.15 * weight.length)),
    confidence: sure ? 0.8 : 0.6,
    tags: Object.entries(tagCues)
      .filter(([, pattern]) => pattern.test(text))
      .map(([tag]) => tag),
    rationale: [`${tier}: ${because}`, ...(weight.length > 0 ? [`weighs more: ${weight.join(', ')}`] : [])].join('; '),
  };
}
