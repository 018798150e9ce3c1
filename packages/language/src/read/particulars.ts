import type { Slot } from '@hippocamp/shared/language/reading';
import { upTo, withoutEnd } from '@hippocamp/shared/text/ends';
import { datesIn } from '../words/dates.js';
import { numberWord } from '../words/number-words.js';
import { numbersIn } from '../words/numbers.js';
import { type Clause, type SlotReader, slotOf } from './clause.js';
import { canonicalName, canonicalNoun, properName, valueEnd } from './value.js';

const isNow =
  /^(?:is|are)(?: now| currently| still)? (?!(?:not|no|a|an|in|at|on|too|very|so|the same|my|wrong|late|easy|hard|important|important)\b)(.+)$/i;
const phone = /^(?:(?:tele)?phone|mobile|cell|cell ?phone|telephone)(?: number)?$|^number$/;
const mail = /^e-?mail(?: address)?$/;
const address = /^(?:home |postal |street )?address$/;
const contacts = [phone, mail, address];
const counted = /^(?:[\p{L} ]{1,30} )?(?:price|rent|fee|salary|budget|cost|deposit|limit)$/u;
const amount = new RegExp(`^(?:now |only |just )?[€$£]?\\s?(?:\\d|${numberWord}\\b)[^;:]{0,30}$`, 'iu');
/** What these are is no adjective: "the code is broken" says nothing of the code. */
const coded =
  /^(?:[\p{L}\p{N}' -]{1,40} )?(?:password|passcode|code|pin|size|username|room|gate|platform|seat|number|id|version)$/u;
const named =
  /^(?:[\p{L}\p{N}' -]{1,40} )?(?:capital|doctor|dentist|landlord|landlady|boss|manager|surname|nationality|hometown|native language|mother tongue)$/u;
const code = /^(?=\S*\d)\S{1,40}$/;
const name = new RegExp(`^${properName}$`, 'u');
const closing = /[.!]/;
const afterValue = /,? (?:because|since|but|so|and|for|until|from|at|which|instead)\b|,(?!\d)|[;(–—]/;
const afterFavourite = /,| (?:because|since|but|and|at the moment|right now|these days)\b/;
/** For others it may be more. */
const scoped = / (?:for (?!now\b|good\b|the (?:time being|moment)\b)|if |when |with |during )/;
const favourite = /^favou?rite (.+)$/;
const isFavourite = /^(?:is|are) (my|\p{Lu}\p{L}+'s?) favou?rite (\p{L}[\p{L} ]{1,40}?)(?=$|[,.;!])/u;

const owner = (clause: Clause): Partial<Slot> => (clause.subject.owner ? { subject: clause.subject.owner } : {});

const contact = (clause: Clause, value: string): Slot[] => {
  const noun = clause.subject.noun ?? '';
  const digits = value.replace(/[^\d+]/g, '');
  if (phone.test(noun) && digits.length >= 4) return [slotOf(clause, 'phone', digits, owner(clause))];
  const box = /[^\s@]{1,80}@[^\s@]{1,80}\.[^\s@,;]{2,20}/.exec(value)?.[0];
  if (mail.test(noun) && box) return [slotOf(clause, 'email', withoutEnd(box.toLowerCase(), closing), owner(clause))];
  if (address.test(noun) && /\d/.test(value)) return [slotOf(clause, 'address', canonicalName(value), owner(clause))];
  return [];
};

const LONGEST_VALUE = 5;

const ownValue = (clause: Clause, said: string): Slot[] => {
  const noun = clause.subject.noun ?? '';
  const value = upTo(withoutEnd(said, closing), afterValue);
  const [number] = numbersIn(value);
  if (noun.startsWith('favo') || contacts.some((pattern) => pattern.test(noun))) return [];
  if (counted.test(noun)) {
    return number !== undefined && amount.test(value) && !scoped.test(said) ? [slotOf(clause, 'is', number)] : [];
  }
  const fits = (coded.test(noun) && code.test(value)) || (named.test(noun) && name.test(value));
  return fits && datesIn(value).length === 0 ? [slotOf(clause, 'is', canonicalName(value))] : [];
};

/** A kind of which one names a favourite in lower case; of others only a name counts, or "is closed" would be one. */
const kinds =
  /^(?:colou?r|food|drink|animal|season|fruit|vegetable|sport|number|day|month|flower|meal|dessert|snack|cake|tea|dish|subject|genre|instrument|hobby|flavou?r|ice cream|breakfast|cuisine|pet|bird|tree|fish|cheese|soup|pizza|dance|game)$/;
const adjectives =
  /^(?:closed|open|great|amazing|gone|broken|expensive|cheap|far|here|there|near|still|when|how|that|this|to|the one|back|not|too|so|very|good|nice|lovely|best|sold|available|always|hard|easy|also|all|any|changing|different)\b/i;

const favourites = (clause: Clause, said: string): Slot[] => {
  const kind = favourite.exec(clause.subject.noun ?? '')?.[1];
  if (!kind || / (?:and|or) /.test(said)) return [];
  const value = upTo(withoutEnd(said, closing), afterFavourite);
  const isValue =
    name.test(value) || (kinds.test(kind) && !adjectives.test(value) && value.split(' ').length <= LONGEST_VALUE);
  return !isValue ? [] : [slotOf(clause, `favourite:${canonicalNoun(kind)}`, canonicalNoun(value), owner(clause))];
};

/** "Green is my favourite colour": what is before the verb is the value. */
const turned = (clause: Clause, me: string): Slot[] => {
  const found = isFavourite.exec(clause.said);
  if (!found?.[1] || !found[2] || clause.subject.kind === 'owned') return [];
  const whose = found[1] === 'my' ? me : found[1].replace(/'s?$/, '').toLowerCase();
  return [
    slotOf(clause, `favourite:${canonicalNoun(found[2])}`, canonicalNoun(clause.subject.key), { subject: whose }),
  ];
};

const relation = new RegExp(`^(?:is|are) (?:called |named )?(${properName})${valueEnd}`, 'u');
const relations = /^(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|spouse)$/;

/** "My wife is Ann" names the partner; "my wife is Norwegian" does not. */
const partner = (clause: Clause): Slot[] => {
  const { subject, said } = clause;
  const name =
    relations.test(subject.noun ?? '') && /^(?:is|are) (?:called|named)\b/.test(said)
      ? relation.exec(said)?.[1]
      : undefined;
  return name && subject.owner ? [slotOf(clause, 'partner', canonicalName(name), { subject: subject.owner })] : [];
};

/** Values of things: telephone numbers, passwords, prices, favourites. `me` is whom "my" means. */
export const readParticulars =
  (me: string): SlotReader =>
  (clause) => {
    const said = isNow.exec(clause.said)?.[1];
    const written =
      said === undefined || clause.negated
        ? []
        : [...contact(clause, said), ...ownValue(clause, said), ...favourites(clause, said)];
    return [...written, ...turned(clause, me), ...partner(clause)];
  };
