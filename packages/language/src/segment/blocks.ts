import type { Span } from '../spans.js';
import { isMarkup } from './masks/markup.js';

const tag = /<(\/?)([a-z][\w-]{1,40})(?:\s[^<>\n]{0,200})?>/gi;
const quoted = /^[^\S\n]{0,8}>/;

/** What stands between a tag that is no markup of pages and its closing one: "<memory> … </memory>". */
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

/** Lines that begin with the sign of a quotation. */
function quotedIn(text: string): Span[] {
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const span = { start, end: start + line.length };
    start += line.length + 1;
    return quoted.test(line.slice(0, 10)) ? [span] : [];
  });
}

/** Tells of places, in their order, whether they lie in a block of words from elsewhere. */
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
