import { isFiniteVerb } from '../../words/verbs.js';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

export const determiners = list('a an the this that these those some any each every both all another such its');
export const indefinites = list('a an some any another');
export const possessives: Readonly<Record<string, string>> = {
  ...{ my: '@self', our: '@we', your: '@you', his: '@he', her: '@she', their: '@they', mine: '@self', ours: '@we' },
};
export const pronouns: Readonly<Record<string, string>> = {
  ...{
    i: '@self',
    me: '@self',
    myself: '@self',
    we: '@we',
    us: '@we',
    ourselves: '@we',
    you: '@you',
    yourself: '@you',
  },
  ...{
    he: '@he',
    him: '@he',
    himself: '@he',
    she: '@she',
    hers: '@she',
    herself: '@she',
    they: '@they',
    them: '@they',
    it: '@it',
  },
};
export const prepositions = list(`
  in on at to from with by for since during after before near over under behind beside between through across into onto of about as
  per via against within until till without toward towards around above below inside outside among upon past off out up down along`);
export const conjunctions = list(
  'and or but so because while as when where which who that whose than if unless whether though although plus',
);
export const beings = list('am is are was were be been being');
export const auxiliaries = list('do does did have has had will would can could shall should may might must cannot');

/** With and without these a statement says the same. */
export const silent = list(`
  now currently also still yet just really already very quite indeed actually too well really so then there here again anyway presently
  nowadays today's these days moment please not no never none longer more any anymore nor neither mr mrs ms dr st
  own got it's itself officially only's himself's oh yes ok okay well both either exactly precisely`);

const moreVerbs = list(`
  cost last lie belong host store retain seat rehearse conduct chair practise expire weigh report depend hold house sell charge allow
  lend train coach supply ship deploy roll restart fire trigger sync route scale shut stay stock brew bake grow breed rent lease lodge
  moor dock park sponsor fund finance own employ hire measure contain cover include exclude require permit forbid ban approve sign
  handle oversee supervise direct edit translate illustrate compose perform tour record release produce print bind repair service
  inspect audit monitor alert page escalate migrate replicate cache encrypt back support run date border face join adjoin overlook
  feed milk shear harvest plough plow sow prune graze process assemble weld paint deliver dispatch collect store sort recycle accept
  refuse decline take bring carry transport handle open close begin start end finish act serve live reside work teach study prefer
  like love hate enjoy dislike adore detest collect restore limit cap restrict govern maintain administer stream broadcast air meet
  share split halve double triple quit smoke vape commute cycle drive ride sail row swim dive climb hike jog sprint bowl fish hunt
  knit sew crochet weave draw sketch sculpt speak understand suffer tolerate wear use need want wish hope plan intend expect save owe
  pay earn tip donate lead manage head captain mentor tutor assist accompany represent win lose score rank place train retire resign
  leave depart arrive land travel fly visit book reserve cancel postpone reschedule move relocate switch change replace rename merge
  depend rely answer reply respond handle queue throttle block reject retry fail succeed pass crash leak boil freeze melt cook fry
  grill roast steam ferment age mature contain consist comprise involve attract receive get become remain keep turn go come do have
  renew lapse ring call phone email mail text post publish write read review sing dance act play practice coach host organise organize
  throw hold celebrate mark marry divorce raise adopt foster breed walk groom vaccinate treat prescribe operate heal break fix mend patch
  install remove add drop ban lift enforce introduce launch lock unlock log track measure report fall rise drop climb grow shrink`);

const baseForms = (word: string): string[] => {
  if (/ies$/.test(word)) return [`${word.slice(0, -3)}y`];
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  return /[^s]s$/.test(word) ? [word.slice(0, -1)] : [];
};

/** A form in -s or -ed, or an auxiliary: without more to go by a verb. */
export const isVerbForm = (word: string): boolean =>
  isFiniteVerb(word) ||
  beings.has(word) ||
  auxiliaries.has(word) ||
  baseForms(word).some((base) => moreVerbs.has(base));

/** After "I", "we" or a plural any of these is a verb. */
export const isBaseForm = (word: string): boolean => moreVerbs.has(word) || isVerbForm(word);

const notManner =
  /^(?:weekly|monthly|daily|yearly|family|july|fly|supply|reply|apply|only|early|assembly|belly|jelly|italy)$/;

/** "quickly": how something is done. */
export const isManner = (word: string): boolean => word.endsWith('ly') && word.length > 5 && !notManner.test(word);

/** It may stand between subject and verb. */
export const isAdverb = (word: string): boolean =>
  silent.has(word) || (word.endsWith('ly') && word.length > 4) || /^(?:always|often|usually|sometimes)$/.test(word);
