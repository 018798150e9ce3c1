/** Topics by their commonest words; a client may give others. */
const tagCues: Record<string, RegExp> = {
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

export const tagsOf = (words: string): string[] =>
  Object.entries(tagCues).flatMap(([tag, pattern]) => (pattern.test(words) ? [tag] : []));
