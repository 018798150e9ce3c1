import type { Statement } from '@hippocamp/shared/language/statement';
import { straight } from '../../words/contractions.js';
import { saysEnough } from './enough.js';
import { isSmallTalk } from './small-talk.js';

const boilerplate = [
  /\b(?:unsubscribe|opt out of|manage (?:your )?(?:preferences|subscriptions?|cookies)|view (?:this (?:e-?mail|message) )?(?:in (?:your|a) )?browser)\b/i,
  /\b(?:we|this (?:site|website|page)) (?:and our partners )?uses? cookies\b|\bcookie (?:policy|settings|preferences|banner)\b|\baccept (?:all )?cookies\b/i,
  /\ball rights reserved\b|(?:©|\(c\))\s?\d{4}|^\s*(?:©|\(c\)|copyright)\s/i,
  /\bthis (?:e-?mail|message|communication)(?: and any (?:attachments|files))?.{0,60}\b(?:confidential|privileged|intended (?:only|solely))\b/i,
  /\bif you (?:are not the intended recipient|have received this (?:e-?mail|message) in error|no longer wish to receive)\b/i,
  /\b(?:privacy policy|terms (?:of (?:service|use)|and conditions)) (?:apply|applies)\b|\bby (?:clicking|continuing|using this (?:site|website|service)),? you (?:agree|accept|consent)\b/i,
  /\b(?:please )?(?:do not|don't) reply to this (?:e-?mail|message)\b|\byou (?:are receiving|received) this (?:e-?mail|message|because)\b/i,
  /\b(?:please )?consider the environment before printing\b|^sent from my \w+/i,
  /^(?:click here|read more|learn more|sign up|log ?in|sign in|subscribe|share this|follow us|skip to (?:main )?content|back to top|table of contents)\b.{0,40}$/i,
  // Words of a page's navigation are that only when they stand alone: "Next meeting: 24 Nov" is not.
  /^(?:loading|advertisement|home|menu|next|previous|accept|decline)(?: (?:page|post|article|all|cookies))*\W*$/i,
  /\b(?:registered (?:office|in england)|company (?:registration|number)|vat (?:no|number|reg)|handelsregister|ust-?id)\b/i,
  /\bwithout warranty of any kind\b|\bpermission is hereby granted, free of charge\b|\bprovided "?as is"?\b/i,
  /^page \d{1,4}(?: of \d{1,4})?$|^\d{1,2}:\d{2}(?::\d{2})?$/i,
];

/** What stands below every mail and on every page. */
const isBoilerplate = (words: string): boolean => boilerplate.some((pattern) => pattern.test(words.slice(0, 600)));

/** What an assistant says that is no statement: offers, advice, talk about itself. */
const offer =
  /^(?:i (?:can|could|will|would|'ll|'d|hope|recommend|suggest|understand|apologi[sz]e|see|don't have|cannot|can't)|i'(?:ll|d|m)|as an? (?:ai|assistant|language)|let me|let's|here(?:'s| is| are)|feel free|would you|if you|you (?:can|could|might|may|should|will|'ll|want)|to \p{L}+,|please|remember to|make sure|try|consider|keep in mind|happy to|great|sure|certainly|is there|there are (?:many|several|a few|some)|in (?:summary|conclusion|short)|overall|sorry|unfortunately,? i|once you|when you|have you|don't hesitate)\b/iu;

const fact =
  /^i(?:'ve| have) (?:booked|scheduled|ordered|sent|created|cancell?ed|updated|added|saved|reserved|changed|moved|set)\b/i;

/** Whether an assistant's sentence is an offer or advice. What it has done is none. */
const isOffer = (words: string): boolean => offer.test(straight(words)) && !fact.test(words);

const saysEnoughOf = ({ kind, heading, words }: Statement): boolean =>
  kind === 'item' && heading !== null ? /\p{L}{3}/u.test(words) : saysEnough(words);

const unworthySentence = (statement: Statement): string | null => {
  const { words, role } = statement;
  if (isSmallTalk(words)) return 'is small talk';
  if (isBoilerplate(words)) return 'stands below every mail or on every page';
  if (role === 'system') return 'tells an assistant what it is';
  if (role === 'assistant' && isOffer(words)) return 'is an offer or advice of an assistant';
  return saysEnoughOf(statement) ? null : 'has too few words to mean something';
};

/** Why nobody wants to be reminded of a statement, whatever speaks for it; goes on after "it". Null where somebody may. */
export function unworthiness(statement: Statement): string | null {
  const { kind, words, question, instructs } = statement;
  const isByForm = kind === 'row' || kind === 'log' || kind === 'member';
  if (instructs || isByForm) return null;
  if (question !== null) return isSmallTalk(words) ? 'is small talk' : null;
  return unworthySentence(statement);
}
