import type { Statement } from '@hippocamp/shared/language/statement';
import { decodedFrom, instructs } from '../screen/orders.js';
import { readable, type Span } from '../words/spans.js';

/** The letters of a text, in which it equals its words where nothing of it is left out. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** Nobody judges what `system` says, nor what a sentence leaves out, such as a comment within it. */
const isTold = (text: string, { start, end, words, role }: Statement): boolean =>
  role !== 'system' && lettersOf(text.slice(start, end)) === lettersOf(words);

function between(text: string, statements: readonly Statement[]): string[] {
  const told: Span[] = statements.filter((statement) => isTold(text, statement));
  const ends = [0, ...told.map(({ end }) => end)];
  return [...told.map(({ start }) => start), text.length].map((start, place) => text.slice(ends[place], start));
}

const word = String.raw`["'“‘(«]?[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}'’@.-]{0,60}[\p{L}\p{M}\p{N}])?["'”’)»]?[,.:;!?…]{0,3}["'”’)»]?`;
/** A comment goes on behind its sign on the next line. */
const space = String.raw`(?:[^\S\n]{1,4}|[^\S\n]{0,8}\n[^\S\n]{0,20}(?:(?:[/*#;>|%]|--){1,4}[^\S\n]{1,4})?)`;
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');

/** Four words in a row, or as much in a script without spaces. A judge takes code itself for orders. */
// linear: a word and a space are of bounded length, and a search that finds fewer than four words has read no more.
const speech = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])${word}(?:${space}${word}){3,}|[${unspaced}](?:[${unspaced}\p{P}\s]{4,}[${unspaced}])`,
  'gu',
);
const sign = /\n[^\S\n]{0,20}(?:[/*#;>|%]|--){1,4}(?=\s)/gu;

/** A judge takes what stands between quotes for somebody else's. */
const quotes = /^["'“‘(«]|["'”’)»]$/gu;

const speechIn = (text: string): string[] =>
  [...text.matchAll(speech)].map(([said]) => said.replace(quotes, '').replace(sign, ' '));

/** A stretch that is worded as an order is read as it stands where no speech in it is. */
function toRead(stretch: string): string[] {
  const said = [stretch, ...decodedFrom(stretch)].flatMap(speechIn);
  return instructs(stretch) && !said.some(instructs) ? [...said, stretch] : said;
}

const aside = (text: string): Statement => {
  const words = readable(text);
  return {
    ...{ content: words, words, spoken: words, start: 0, end: text.length, source: 'note', kind: 'prose' },
    ...{ heading: null, speaker: null, role: null, question: null, after: null, earlier: null, turn: null },
    ...{ context: null, instructs: instructs(words), disguised: [], borrowed: false, block: null, follows: null },
    ...{ language: null, aside: true },
  };
};

/** The parts of a text outside of its statements: code, comments, heads and signatures, plain or in disguise. */
export function unsaid(text: string, statements: readonly Statement[]): Statement[] {
  const stretches = between(text, statements).filter((stretch) => /\p{L}/u.test(stretch));
  return [...new Set(stretches.flatMap(toRead))].map(aside);
}
