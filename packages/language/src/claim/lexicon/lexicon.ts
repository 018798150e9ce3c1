import { stopWords, terms } from '@hippocamp/shared/text/terms';
import { meanings } from './synonyms.js';

/** Verbs and nouns whose forms no ending tells: the base first. */
const families = `be am is are was were been being|have has had having|do does did done doing|go goes went gone|buy bought|sell sold|drive drove driven
  |give gave given|take took taken|leave left|get got gotten|make made|build built|keep kept|hold held|run ran|meet met|teach taught|lead led
  |speak spoke spoken|write wrote written|wear wore worn|eat ate eaten|drink drank drunk|sleep slept|break broke broken|choose chose chosen
  |pay paid|spend spent|cost|lend lent|send sent|begin began begun|start|come came|become became|grow grew grown|know knew known|think thought
  |bring brought|find found|feel felt|sing sang sung|swim swam swum|ride rode ridden|fly flew flown|fall fell fallen|rise rose risen|win won
  |lose lost|shut|set|put|cut|quit|hurt|let|hit|read|say said|tell told|see saw seen|hear heard|stand stood|sit sat|lie lay lain|hang hung
  |forget forgot forgotten|catch caught|feed fed|fight fought|draw drew drawn|throw threw thrown|show showed shown|steal stole stolen
  |freeze froze frozen|bite bit bitten|mean meant|deal dealt|learn learnt|burn burnt|spell spelt|dream dreamt|smell smelt|bind bound
  |rewrite rewrote rewritten|rebuild rebuilt|redo redid redone|retake retook retaken|child children|person people|man men|woman women|wife wives|life lives|knife knives|half halves|shelf shelves|foot feet|tooth teeth
  |mouse mice|goose geese|leaf leaves|loaf loaves|calf calves|thief thieves|wolf wolves|scarf scarves
  |travel travelled travelling|cancel cancelled cancelling canceled canceling|fulfil fulfilled fulfill`;

/** "leaves" and "lives" are verbs more often than nouns. */
const verbsFirst: Record<string, string> = { lives: 'live', leaves: 'leave', left: 'leave', found: 'find' };

const bases: ReadonlyMap<string, string> = new Map(
  families.split('|').flatMap((family) => {
    const [base = '', ...forms] = family.trim().split(/\s+/);
    return [base, ...forms].map((form): [string, string] => [form, verbsFirst[form] ?? base]);
  }),
);

/** The form under which a word of irregular forms is known; any other word as it is. */
const baseOf = (word: string): string => bases.get(word) ?? word;

/** What all forms of a word have in common. */
const stemOf = (word: string): string => {
  if (!/^\p{L}+$/u.test(word)) return word;
  const base = baseOf(word);
  return terms(base)[0] ?? base;
};

/** "be based": being is said by any form, or by none. */
const withoutBeing = (member: string): string => {
  const rest = member.replace(/^be /, '');
  return rest.split(' ').every((word) => stopWords.has(word)) ? member : rest;
};

/** The meanings of each word that has some by itself. */
const byStem = new Map<string, string[]>();
for (const [meaning, members] of meanings)
  for (const member of members) {
    const [stem = '', ...others] = withoutBeing(member).replace('-', '').split(' ').map(stemOf);
    if (others.length === 0) byStem.set(stem, [...(byStem.get(stem) ?? []), meaning]);
  }

/** All that one word may mean by itself. */
export const meaningsOf = (word: string): readonly string[] => {
  const stem = stemOf(word);
  return meanings.has(word) ? [word] : [...new Set([...(byStem.get(stem) ?? []), stem])];
};
