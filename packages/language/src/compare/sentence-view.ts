import { stopWords, terms } from '@hippocamp/shared/text/terms';
import { withSign } from '../segment/statements/leaning.js';
import { type Quantity, quantitiesIn } from '../words/quantities.js';
import { straight } from '../words/verbs.js';

export interface Token {
  /** In lower case; for a quantity, `#` and its kind. */
  word: string;
  /** The key that has to be equal: the stem of a word, or the key of a quantity. */
  same: string;
  kind: 'content' | 'name' | 'small' | 'quantity' | 'sign';
}

export interface SentenceView {
  text: string;
  tokens: readonly Token[];
  quantities: readonly Quantity[];
  all: ReadonlySet<string>;
}

export interface ViewedPair {
  older: SentenceView;
  newer: SentenceView;
}

/** UTF-16 units. The beginning of a text shows its subject. */
const LOOKED_AT = 500;

const pattern = /[\p{L}\p{M}]+(?:'\p{L}+)*|\d+(?:[.,:]\d+)*|[?!"“”]/gu;
const sign = /^[?!"“”]$/;

const isSmall = (word: string): boolean => stopWords.has(word) || stopWords.has(word.replace(/n?'\p{L}+$/u, ''));

const wordToken = (written: string, startsSentence: boolean): Token => {
  const word = written.toLowerCase().replace(/'s$/, '');
  if (isSmall(word)) return { word, same: word, kind: 'small' };
  const isName = !startsSentence && /^\p{Lu}/u.test(written);
  return { word, same: terms(word)[0] ?? word, kind: isName ? 'name' : 'content' };
};

function tokensOf(text: string, quantities: readonly Quantity[]): Token[] {
  const tokens: Token[] = [];
  let [startsSentence, after] = [true, 0];
  for (const found of text.matchAll(pattern)) {
    if (found.index < after) continue;
    const quantity = quantities.find(({ at, end }) => found.index >= at && found.index < end);
    if (quantity) {
      tokens.push({ word: `#${quantity.kind}`, same: quantity.key, kind: 'quantity' });
      after = quantity.end;
    } else if (sign.test(found[0])) tokens.push({ word: found[0], same: found[0], kind: 'sign' });
    else tokens.push(wordToken(found[0], startsSentence));
    startsSentence = found[0] === '?' || found[0] === '!';
  }
  return tokens;
}

/** A question gets the question mark that it may lack. */
export function viewOf(content: string): SentenceView {
  const text = straight(withSign(content.slice(0, LOOKED_AT)));
  const quantities = quantitiesIn(text);
  const tokens = tokensOf(text, quantities);
  return { text, tokens, quantities, all: new Set(tokens.map(({ same }) => same)) };
}

/** The name of the speaker may stand in place of "I", and so says nothing. */
export function withoutName(view: SentenceView, name: string): SentenceView {
  const own = new Set(viewOf(`of ${name}`).tokens.map(({ same }) => same));
  const tokens = view.tokens.filter(({ kind, same }) => (kind !== 'name' && kind !== 'content') || !own.has(same));
  return { ...view, tokens, all: new Set(tokens.map(({ same }) => same)) };
}
