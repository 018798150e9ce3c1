import { textOf } from './bytes.js';
import type { Step } from './step.js';

const unseen = String.raw`[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]+`;
/** Scripts of words that need no joiners; in others a space without a width is where a word ends. */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Han', 'Hiragana', 'Katakana', 'Hangul'];
const letter = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
const inWords = new RegExp(`(?<=${letter})${unseen}`, 'gu');

/** Words without what nobody sees in them. */
export const seen: Step = (text) => text.replace(inWords, '');

const tagged = /[\u{E0020}-\u{E007E}]+/gu;
const TAGS = 0xe0000;

const untagged = (run: string): string =>
  [...run].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? TAGS) - TAGS)).join('');

/** What tag characters spell, which some models read though nobody sees it: as one word, and as one for each run of them. */
export function spelt(text: string): string[] {
  const runs = (text.match(tagged) ?? []).map(untagged);
  return runs.length === 0 ? [] : [runs.join(''), runs.join(' ')];
}

const selectors = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{4,}/gu;

const byteOf = (selector: string): number => {
  const code = selector.codePointAt(0) ?? 0;
  return code < 0xe0100 ? code - 0xfe00 : code - 0xe0100 + 16;
};

/** What selectors of variants spell, one byte each: they follow an emoji, and nobody sees them either. */
export const selected: Step = (text, within) =>
  text.replace(selectors, (run) => textOf(Uint8Array.from([...run], byteOf), within) ?? run);
