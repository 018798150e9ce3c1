import type { Statement } from '@hippocamp/shared/language/statement';
import { correctionIn } from '../correct/correction.js';
import { saysEnough } from './enough.js';

const hasWords = ({ kind, heading, words }: Statement): boolean =>
  kind === 'item' && heading !== null ? /\p{L}{3}/u.test(words) : saysEnough(words) || correctionIn(words) !== null;

const LOOKED_AT = 400;

/** What stands under mails and pages, whoever sends them. */
const smallPrint =
  /\ball rights reserved\b|\bintended (?:solely|only) for the (?:use of the )?(?:addressee|(?:named |intended )?recipient)|^(?:we use|this (?:web)?(?:site|page) uses) cookies\b|\bunsubscribe from this (?:mailing )?list\b/i;

/** Why a statement is nobody's to keep, whatever it says; goes on after "it". Null where somebody may want it. */
export function isOfNobody(statement: Statement): string | null {
  const { kind, role, question, after, borrowed } = statement;
  if (role === 'system') return 'tells an assistant what it is';
  if (borrowed) return 'is said for somebody else, for its wording, or in a play';
  if (smallPrint.test(statement.words.slice(0, LOOKED_AT))) return 'is small print that stands under many texts';
  const isByForm = kind === 'row' || kind === 'log' || kind === 'member';
  return isByForm || question !== null || after !== null || hasWords(statement)
    ? null
    : 'has too few words to mean something';
}
