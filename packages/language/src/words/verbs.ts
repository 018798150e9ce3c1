import { ownOf } from '@hippocamp/shared/own';
export const straight = (text: string): string => text.replace(/[’‘ʼ]/g, "'");

/** Adds apostrophes that people leave out: "dont". */
export const spelled = (text: string): string =>
  straight(text)
    .replace(/\bim\b(?= \p{L})/giu, "I'm")
    .replace(/\bive\b(?= \p{L})/giu, "I've")
    .replace(/\b(do|does|did|have|ca)nt\b/gi, "$1n't");

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

/** Base forms that are hardly ever nouns. */
const plainVerbs = list(`
  accept achieve book fix buy add admire adopt adore agree allow annoy apologise apologize appear apply appreciate argue arrive ask assume
  attend avoid bake be become begin believe belong borrow bring build buy call-in carry celebrate choose clean collect come
  commute compare complain complete compose consider consult contain continue contribute convince cook create decide deliver
  depend describe design detest develop die disagree discover discuss dislike do draw drive earn eat edit enjoy ensure enter
  exist expect explain explore fear feed feel find finish follow forget forgive freelance get give go grow handle happen hate
  have hear hide hire hope identify ignore imagine import improve include inform inherit insist install introduce invent
  invite join keep know laugh lead learn lecture lend let lie like listen live look lose love maintain make manage marry mean
  meet mention miss move need negotiate notice obtain oppose organise organize owe own paint participate pay perform persuade
  pick practise pray prefer prepare pretend prevent produce promise propose prove provide publish pursue put raise reach read
  realise realize receive recognise recognize recommend recover recycle reduce refuse regret reject relax rely remain remember
  remind remove renovate rent repair repeat replace represent require resent respect rewrite ride run save say see seem sell
  send serve settle sew share sing sit skate ski sleep snore solve speak spend stand start stay stop study subscribe suffer
  suggest suit supervise support suppose surf survive swear swim take talk taste teach tell tend think throw tolerate train
  travel try understand use visit volunteer wait wake walk want warn wash watch wear weigh wish wonder work worry write`);

/** Base forms that are nouns as often. */
const nounVerbs = list(`
  act aim answer attack balance ban bank bet bike blame blog box brush camp care cause chair challenge change charge chat
  check claim climb coach code comment contact control copy count cover crave cry cycle dance date deal demand dine doubt
  dream dress drink drop end exercise face farm fight film fish fix flirt fly focus garden golf grill guard guess guide hike host
  hug hunt hurry iron jog judge juggle jump kiss knit lack lift limp mail map mark matter meditate mind name nap note offer
  open order pack park part pass perk phone place plan plant play point post pour present press print programme program
  pump purchase push queue race rain rank rate record refund report request rest return review risk rock roll row rule sail sample sand
  score search shop show shower sign ski smell smile smoke sound spell sponsor stream stress stretch stroll struggle swap
  talk tap target taste test text thank time touch tour trade treat trip trust turn tutor type upset value view vote wander
  water wave welcome whistle win work wrap yoga zoom
  love like hate run walk cook drive sleep study travel surf swim support paint ride design watch wait need look`);

/** Past forms that do not end in -ed and are no present form of anything. */
const irregularPast = list(`
  ate became began bent bit bled blew bought bound bred broke brought built burnt came caught chose clung crept dealt did drank
  drew drove dug dreamt fed felt fell flew fled flung forbade forgave forgot fought found froze gave got grew ground had heard held
  hid hung kept knew knelt laid lay leant learnt led left lent lit lost made meant met mistook misunderstood overslept paid
  ran rang redid rethought rewrote rid rode rose said sang sank sat sewed saw sent shone shook shot showed shrank slept slid sold sought spat sped
  spent spilt spoilt spoke spun sprang stole stood stuck struck stung stank swam swept swore swore swung taught thought threw
  told took tore underwent understood undid unwound upheld was went were wept woke withdrew withheld won wore wore wound wove wrote bade
  overcame overheard outgrew forwent rebuilt resold retook remade undertook`);

/** Forms that are past and present alike; "I put it there" has usually happened. */
const eitherTense = list(
  'put quit cut hit set shut hurt let split spread burst cast cost rid shed thrust upset bet read fit wed wet reset',
);

/** Participles that differ from the past; "I'd gone" is "had", "I'd go" is "would". */
const irregularParticiple = list(`
  been begun bitten blown broken chosen come done drawn driven drunk eaten fallen flown forgiven forgotten frozen given
  gone gotten grown hidden known lain ridden risen rung run seen shaken shown shrunk spoken stolen sung sunk sworn swum taken
  thrown torn woken worn woven written become overcome`);

/** Words in -ed that are present: "I need", "I feed". */
const presentInEd = list('need feed bleed breed speed heed seed weed shed embed proceed succeed exceed wed');

export const adverbs = list(`
  also really always never usually often just still only actually totally absolutely honestly currently recently finally
  sometimes mostly now then already generally normally rarely hardly barely even ever particularly especially strongly
  secretly probably definitely certainly simply truly too both either neither almost nearly soon once twice again seldom
  mainly partly regularly occasionally frequently fully quite rather kinda sorta literally personally basically obviously
  clearly apparently eventually immediately quickly slowly deeply dearly greatly highly kindly respectfully accidentally
  not no longer thus therefore hereby officially technically originally previously lately today yesterday`);

const modals = list('can could will would shall should may might must cannot ought dare');

const auxiliary =
  /^(?:am|is|are|was|were|be|been|has|have|had|do|does|did|will|would|can|could|shall|should|may|might|must|cannot|(?:is|are|was|were|has|have|had|do|does|did|wo|would|ca|could|should|must)n't|(?:i'm|i've|i'd|i'll|we're|we've|we'll|you're|they're|he's|she's|it's|that's|there's|isnt|dont|doesnt|didnt|cant|wont))$/;

export const isPast = (verb: string): boolean =>
  irregularPast.has(verb) || (verb.length > 3 && verb.endsWith('ed') && !presentInEd.has(verb));

export const isParticiple = (verb: string): boolean => irregularParticiple.has(verb) || isPast(verb);

export const isModal = (verb: string): boolean => modals.has(verb);

export const isEitherTense = (verb: string): boolean => eitherTense.has(verb);

const irregularThird: Record<string, string> = { be: 'is', am: 'is', are: 'is', have: 'has', do: 'does', go: 'goes' };

/** "like" → "likes", "study" → "studies", "wash" → "washes". */
export function thirdPerson(verb: string): string {
  const known = ownOf(irregularThird, verb);
  if (known) return known;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|[^aeiou]o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

const baseOf = (word: string): string[] => {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.endsWith('es')) return [word.slice(0, -1), word.slice(0, -2)];
  return word.endsWith('s') ? [word.slice(0, -1)] : [];
};

export const isBaseVerb = (word: string): boolean => plainVerbs.has(word) || nounVerbs.has(word);

export const isPlainVerb = (word: string): boolean => plainVerbs.has(word) && !nounVerbs.has(word);

export const isFiniteVerb = (word: string): boolean =>
  auxiliary.test(word) ||
  isPast(word) ||
  irregularParticiple.has(word) ||
  plainVerbs.has(word) ||
  baseOf(word).some((base) => isBaseVerb(base));

const wordPattern = /[\p{L}\p{M}]+(?:['’][\p{L}]+)*/gu;

export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(wordPattern) ?? []).map((word) => straight(word));

/** A text without a verb is an answer, a heading or an item of a list. */
export const hasVerb = (text: string): boolean =>
  nominative.test(text.slice(0, 400)) ||
  wordsOf(text.slice(0, 400)).some(
    (word) => isFiniteVerb(word) || /\p{L}'(?:s|re|m|ve|ll|d)$/u.test(word) || /n't$/.test(word),
  );

/** A verb follows these, though it may look like a noun: "we open", "they sail". */
const nominative = /\b(?:i|we|they|he|she|who) (?:\p{L}+ly )?\p{L}+/iu;

const verbs =
  '(?:am|is|are|was|were|has|have|do|does|did|will|cannot|can|must|may|shall|lives?|reside[sd]?|moves?|moved|moving|relocated|works?|started|starts?|joined|quit|left|resigned|stopped|goes|go|like[sd]?|loves?|loved|enjoys?|adores?|hates?|hated|dislikes?|detests?|prefers?|owns?|drives?|speaks?|uses?|plays?|costs?|opens?|closes?|begins?|ends?|takes?|turned|turns|got|gets|says?|said|told|claims?|mentioned|no longer|never|not)';
const adverb =
  '(?:now|currently|also|really|still|just|always|actually|recently|already|truly|absolutely|totally|definitely|personally|finally|both|very much|officially|generally)';

/** Captures the subject, and the rest of the sentence from the verb on. */
export const firstVerb = new RegExp(`^(.{1,80}?) (?:${adverb} ){0,3}(${verbs}\\b.*)$`, 's');
/** Stands between two clauses of one subject. */
export const sharedVerb =
  /,? (?:and|but) (?=(?:(?:now|also|currently|still|really) )?(?:am|is|has|have|lives?|works?|likes?|loves?|enjoys?|hates?|prefers?|owns?|drives?|speaks?|do not|does not|no longer|moved|was born|got)\b)/;
/** Stands between two clauses with a subject each. */
export const newSubject =
  /(?:,|;|,? (?:and|but|so|while|whereas|though)) (?=(?:I|[Mm]y|he|she|it|we|they|you|the|our|\p{Lu}\p{L}+(?:'s \p{L}+)?) (?:\p{L}+ )?(?:am|is|are|was|has|have|do|does|will|cannot|lives?|works?|moved|likes?|loves?|hates?|prefers?|owns?|drives?|costs?|opens?|closes?|starts?|says?|said|no longer)\b)/u;

const negating =
  /(?<![\p{L}\p{N}_])(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|stopped|quit|\p{L}+n't)\b|\bn't\b/giu;
const harmless = /\b(?:not only|no doubt|no problem|no\. ?\d|why not|nothing but|not just)\b/gi;
const reply = /^(?:no|nope|nah)[,.!]\s+/i;
/** "neither tea nor coffee" denies once. */
const neitherNor = /\b(?:neither|nor)\b|[.!?;]/gi;

const withoutNor = (text: string): string => {
  let isOpen = false;
  return text.replace(neitherNor, (found) => {
    const word = found.toLowerCase();
    const closes = isOpen && word === 'nor';
    isOpen = word === 'neither';
    return closes ? ' ' : found;
  });
};

/** "has quit" denies once, "has not quit" twice. */
export const denialsIn = (text: string): number =>
  withoutNor(straight(text).replace(reply, '').replace(harmless, ' ')).match(negating)?.length ?? 0;

/** Gives each denial a "not" of its own. */
export const deniedInFull = (text: string): string =>
  text
    .replace(/\bcan(?:no|')t\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not');
