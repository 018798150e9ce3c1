import type { Span } from '../../words/spans.js';
import type { Passage } from '../layout/passages-of.js';
import { isMarkup } from '../masks.js';

const asking =
  "(?:(?:hi|hey|hello|ok|okay|now|and|also|then|first|next|please|pls|kindly|thanks)[,.!]? ){0,3}(?:(?:can|could|would|will) you (?:please |kindly |also )?|help me (?:to )?|i(?:'d like| want| need| would like) (?:you )?to |let's |let us )?(?:please |help me (?:to )?)?";

/** Requests to work on somebody's words, which are no news about the writer. */
const toWorkOn = new RegExp(
  `^${asking}(?:translate|proof-?read|rephrase|paraphrase|reword|re-?write|summari[sz]e|polish|shorten|spell-?check|correct (?:this|these|the|my)|edit (?:this|these|the|my)|improve (?:this|these|the|my)|fix (?:the (?:grammar|spelling|wording)|my (?:grammar|spelling|wording)))\\b`,
  'i',
);
const toSay =
  /\bhow (?:do|would|can|should) (?:i|you|we) (?:say|write|spell|translate)\b|\bwhat does\b.{0,80}\bmean\b/i;
const onBehalf =
  /\b(?:write|draft|compose|answer|reply|speak)\b.{0,60}\b(?:on behalf of|in the (?:voice|name|role) of|from the (?:perspective|point of view) of|as if)\b/i;
const fiction = new RegExp(
  `^${asking}(?:write|tell|invent|make up|compose|continue|draft)\\b.{0,40}\\b(?:story|poem|song|lyrics|dialogue|monologue|scene|sketch|fairy tale|limerick|haiku|fable|novel|screenplay|fan ?fiction|speech by)\\b`,
  'i',
);

/** The writer plays a part, too. Where only the assistant plays, the writer's facts stay true. */
const inCharacter = new RegExp(
  `^${asking}(?:(?:do|have) (?:an?|some) )?(?:role-?play|play (?:a game|the role|the part|pretend)|practi[cs]e (?:for )?(?:an?|my|the) (?:job )?interview)|^(?:ok(?:ay)?,? )?let'?s (?:pretend|imagine)\\b|^you(?:'ll| will)? play (?:an?|the|my)\\b|\\bstay in character\\b`,
  'i',
);
const outOfCharacter =
  /\b(?:stop|ooc|out of (?:character|role)|end (?:of )?(?:the |this )?(?:role-?play|scene|game|story|interview|play)|back to (?:reality|normal|real life|me)|enough (?:of (?:that|this)|role-?play|playing|fun)|that(?:'s| is) enough|that was fun|for real|seriously|real question|in real life)\b/i;

const opened = /["“„«]|(?<![\p{L}\p{N}])['‘](?=\p{L})/u;
const closing: Record<string, RegExp> = {
  '"': /"/,
  '“': /[”"]/,
  '„': /[“”"]/,
  '«': /»/,
  "'": /['’](?![\p{L}\p{N}])/u,
  '‘': /['’](?![\p{L}\p{N}])/u,
};
const LONGEST = 20_000;

/** An unclosed quotation ends with its paragraph. */
function quotedFrom(masked: string, from: number): Span {
  const rest = masked.slice(from + 1, from + LONGEST);
  const end = closing[masked.charAt(from)]?.exec(rest);
  const paragraph = rest.search(/\n[^\S\n]*\n/);
  const length = end ? end.index : paragraph < 0 ? rest.length : paragraph;
  return { start: from, end: from + 1 + length };
}

const paragraphFrom = (masked: string, from: number): Span => {
  const length = masked.slice(from, from + LONGEST).search(/\n[^\S\n]*\n/);
  return { start: from, end: length < 0 ? Number.POSITIVE_INFINITY : from + length };
};

const fence = /^(?:'{3,}|"{3,}|`{3,}|-{3,}|={3,}|~{3,})$/;

function blockFrom(masked: string, from: number): Span | null {
  const line =
    masked
      .slice(from, from + 200)
      .trimStart()
      .split('\n', 1)[0] ?? '';
  const signs = line.trim();
  if (!fence.test(signs)) return null;
  const start = masked.indexOf(signs, from) + line.length;
  const length = masked.slice(start, start + LONGEST).indexOf(signs);
  return length < 0 ? null : { start, end: start + length };
}

/** The words that a request is about: in a block, in quotation marks, after its colon, or what follows it. */
function wordsOf(masked: string, sentence: Span): Span | null {
  const own = masked.slice(sentence.start, sentence.end);
  const quote = opened.exec(own);
  if (quote) return quotedFrom(masked, sentence.start + quote.index);
  const block = blockFrom(masked, sentence.end);
  if (block) return block;
  const after = masked.slice(sentence.end, sentence.end + 200);
  const gap = after.length - after.trimStart().length;
  if (opened.exec(after.slice(gap, gap + 1))) return quotedFrom(masked, sentence.end + gap);
  const colon = own.indexOf(':');
  if (colon < 0) return null;
  if (/\S/.test(own.slice(colon + 1))) return paragraphFrom(masked, sentence.start);
  return { start: sentence.end, end: Number.POSITIVE_INFINITY };
}

/** In "a poem about my dog", facts about the dog are true. "For my son" does not say what the poem is about. */
const isOfOwn = (head: string): boolean => /^.{0,20}?\b(?:about|of|on) (?:my|our)\b/i.test(head.replace(fiction, ''));

function wordsAsked(masked: string, sentence: Span, head: string): Span | null {
  if (fiction.test(head) && !isOfOwn(head)) return paragraphFrom(masked, sentence.end);
  return toWorkOn.test(head) || toSay.test(head) || onBehalf.test(head) ? wordsOf(masked, sentence) : null;
}

const quoteSign = /["“”„«»]/gu;
/** Shorter quotations are titles, or words that somebody doubts. */
const SHORTEST_QUOTE = 25;

/** A passage that is one quotation as a whole has none. */
function quotationsIn(masked: string, passage: Passage): Span[] {
  const found: Span[] = [];
  let open: number | null = null;
  for (const match of masked.slice(passage.start, passage.end).matchAll(quoteSign)) {
    const at: number = passage.start + match.index;
    const isOpening: boolean = opened.test(match[0]) && !/[\p{L}\p{N}]/u.test(masked.charAt(at - 1));
    if (open === null) open = isOpening ? at : null;
    else if (closing[masked.charAt(open)]?.test(match[0])) {
      found.push({ start: open, end: at + 1 });
      open = null;
    }
  }
  const isWhole = ({ start, end }: Span) => start === passage.start && end + 1 >= passage.end;
  return found.filter((quote) => quote.end - quote.start >= SHORTEST_QUOTE && !isWhole(quote));
}

/** The share of a sentence that has to lie in the words of a request, or in a quotation. */
const [ASKED, QUOTED] = [0.5, 0.7];

const share = ({ start, end }: Span, within: Span): number =>
  (Math.min(end, within.end) - Math.max(start, within.start)) / Math.max(1, end - start);

const ownWords = /(?<![\p{L}\p{N}])(?:i|i'm|i've|i'd|i'll|my|me|we|we're|our|us)(?![\p{L}\p{N}])/iu;

/** True for a sentence said for somebody else, about words, or in a play. Ask in the order of the text. */
export function createBorrowing(
  masked: string,
  isChat: boolean,
): (sentence: Span, spoken: string, passage: Passage) => boolean {
  let words: Span | null = null;
  let turn = -1;
  let plays = false;
  let invents = false;
  let read: Passage | null = null;
  let quotations: Span[] = [];

  const isWithin = (sentence: Span, head: string): boolean => {
    if (words === null || share(sentence, words) < ASKED) return false;
    // The writer may say for whom the story is.
    if (invents && ownWords.test(head.replace(/["“][^"”]*["”]?/g, ''))) words = null;
    return words !== null;
  };
  const isQuoted = (sentence: Span, passage: Passage): boolean => {
    if (read !== passage) quotations = quotationsIn(masked, passage);
    read = passage;
    return quotations.some((quote) => share(sentence, quote) >= QUOTED);
  };

  return (sentence, spoken, passage) => {
    if (passage.turn !== turn) words = null;
    turn = passage.turn;
    const head = spoken.slice(0, 300);
    if (plays && outOfCharacter.test(head) && !inCharacter.test(head)) {
      plays = false;
      return false;
    }
    if (plays || isWithin(sentence, head) || isQuoted(sentence, passage)) return true;
    if (isChat && inCharacter.test(head)) plays = true;
    const asked = wordsAsked(masked, sentence, head);
    if (asked === null) return plays;
    words = asked;
    invents = fiction.test(head);
    // A request that says nothing about the writer is left out, too.
    return plays || !ownWords.test(head) || (!invents && isWithin(sentence, head));
  };
}

const tag = /<(\/?)([a-z][\w-]{1,40})(?:\s[^<>\n]{0,200})?>/gi;
const quoted = /^[^\S\n]{0,8}>/;

/** Text between a tag that is no HTML and its closing tag: "<memory> … </memory>". */
function taggedIn(text: string): Span[] {
  const open = new Map<string, number>();
  const blocks: Span[] = [];
  for (const found of text.matchAll(tag)) {
    const name = (found[2] ?? '').toLowerCase();
    if (isMarkup(name)) continue;
    const start = open.get(name);
    if (found[1] === '') open.set(name, found.index + found[0].length);
    else if (start !== undefined) {
      blocks.push({ start, end: found.index });
      open.delete(name);
    }
  }
  return blocks;
}

function quotedIn(text: string): Span[] {
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const span = { start, end: start + line.length };
    start += line.length + 1;
    return quoted.test(line.slice(0, 10)) ? [span] : [];
  });
}

/** True for a place in a quoted or tagged block. Ask in the order of the text. */
export function createBlocks(text: string): (place: number) => boolean {
  const blocks = /[<>]/.test(text) ? [...taggedIn(text), ...quotedIn(text)] : [];
  const inOrder = blocks.sort((one, other) => one.start - other.start);
  let at = 0;
  let reached = -1;
  return (place) => {
    for (let next = inOrder[at]; next && next.start <= place; next = inOrder[at]) {
      reached = Math.max(reached, next.end);
      at += 1;
    }
    return place < reached;
  };
}
