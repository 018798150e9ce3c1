import { monthNames, weekdayNames } from './calendar.js';

const languages = `arabic american british bulgarian catalan chinese croatian czech danish dutch english estonian european finnish
  french gaelic german greek hebrew hindi hungarian icelandic indian indonesian irish italian japanese korean latin latvian
  lithuanian mandarin mexican norwegian persian polish portuguese romanian russian scottish serbian slovak slovenian spanish
  swedish swiss thai turkish ukrainian urdu vietnamese welsh`;
const feasts = 'christmas easter halloween thanksgiving hanukkah ramadan passover xmas valentine';
const others = 'internet god mum mom dad mother father grandma grandpa monsieur madame sir lord lady';

const words = new Set([...weekdayNames, ...monthNames, ...`${languages} ${feasts} ${others}`.split(/\s+/)]);

/** Written with a capital, and the name of nobody: days, months, feasts, languages and peoples. In lower case; one or several. */
export const isNoName = (word: string): boolean => words.has(word) || words.has(word.replace(/s$/, ''));
