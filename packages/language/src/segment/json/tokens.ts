import type { Span } from '../../spans.js';

export interface Token extends Span {
  kind: 'string' | 'number' | 'word' | 'sign';
  text: string;
}

// linear: only what `JSON.parse` took is searched, so each string that begins ends, and the next search begins after it.
const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|-?\d[\d.eE+-]*|true|false|null/gs;

const kindOf = (text: string): Token['kind'] => {
  if (text.startsWith('"')) return 'string';
  if (/^[{}[\]:,]$/.test(text)) return 'sign';
  return /^-?\d/.test(text) ? 'number' : 'word';
};

const isJson = (text: string): boolean => {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The tokens of a text that is JSON as a whole; null for any other text. */
export function jsonTokens(text: string): Token[] | null {
  if (!isJson(text)) return null;
  return [...text.matchAll(token)].map((found) => ({
    kind: kindOf(found[0]),
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }));
}
