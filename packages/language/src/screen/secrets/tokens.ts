import type { Secret } from '@hippocamp/shared/language/secret';
import { withoutEnd } from '@hippocamp/shared/text/ends';

/** What issuers begin their tokens with; a token is no part of a longer word. */
const forms = [
  String.raw`(?:AKIA|ASIA)[0-9A-Z]{16}`,
  String.raw`gh[pousr]_[A-Za-z0-9]{30,255}`,
  String.raw`github_pat_[A-Za-z0-9_]{22,255}`,
  String.raw`glpat-[\w-]{20,64}`,
  String.raw`xox[abeoprs]-[A-Za-z0-9-]{10,255}`,
  String.raw`xapp-\d-[A-Za-z0-9-]{10,255}`,
  String.raw`[sr]k_(?:live|test)_[A-Za-z0-9]{10,255}`,
  String.raw`whsec_[A-Za-z0-9+/]{20,128}`,
  String.raw`AIza[\w-]{35}`,
  String.raw`ya29\.[\w-]{20,512}`,
  String.raw`sk-(?=[\w-]{0,255}\d)[\w-]{20,255}`,
  String.raw`npm_[A-Za-z0-9]{36}`,
  String.raw`pypi-[\w-]{50,255}`,
  String.raw`hf_[A-Za-z0-9]{30,64}`,
  String.raw`SG\.[\w-]{16,64}\.[\w-]{16,128}`,
  String.raw`hc_[A-Za-z0-9-]{4,64}_[\w-]{16,255}`,
  String.raw`eyJ[\w-]{8,8000}\.[\w-]{4,8000}\.[\w-]{4,8000}`,
];
// linear: each form begins with letters of its own, and what follows is bounded or has no second way to be read.
const tokens = new RegExp(String.raw`(?<![\w-])(?:${forms.join('|')})(?![\w])`, 'g');

const value = String.raw`["'\x60]?(?<value>[\w.~+/=-]{12,4096})`;
// linear: what stands before the value is a few words of bounded length, and what a value holds ends it.
const headers = new RegExp(String.raw`(?<![\w-])(?:Bearer|Basic)[ \t]{1,4}${value}`, 'dgi');
// linear: where it fits, the search goes on behind it; where it does not, it has read less than a hundred characters.
const named = new RegExp(
  String.raw`(?:api|secret|access|auth|private|client|signing|encryption)[ _-]?(?:access[ _-]?)?(?:key|token|secret)["'\x60*_]{0,3}[ \t]{0,4}(?:[:=]|\b(?:is|ist|est|es)\b)["'\x60*_ \t]{0,6}${value}`,
  'dgi',
);

/** Words and paths are no keys: a key mixes digits with letters. */
const isRandom = (given: string): boolean => /\d/.test(given) && /[A-Za-z]/.test(given);

/** Tokens of known forms, and what is named a key or stands in a header for one. */
export function tokensIn(text: string): Secret[] {
  const known = [...text.matchAll(tokens)].map(
    ({ 0: token, index }): Secret => ({ start: index, end: index + token.length, kind: 'token' }),
  );
  const told = [...text.matchAll(headers), ...text.matchAll(named)].flatMap((match): Secret[] => {
    const [start, end] = match.indices?.groups?.value ?? [0, 0];
    const said = withoutEnd(text.slice(start, end), /[.=~-]/);
    return isRandom(said) ? [{ start, end: start + said.length, kind: 'token' }] : [];
  });
  return [...known, ...told];
}
