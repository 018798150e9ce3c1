import { hasVerb } from '../../words/verbs.js';

const marked = /^#{1,6}\s+\S/;
const introduces = /^[^.!?]{2,80}[:：]$/;
const capitals = /^[\p{Lu}\p{N}][\p{Lu}\p{N}\s&/,'’-]{3,60}$/u;
const numbered = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.)\s+\p{Lu}[^.!?:;]{2,60}$/u;
const titled = /^\p{Lu}[^.!?:;,]{1,60}$/u;
const underline = /^(?:={3,}|-{3,})$/;

const MOST_WORDS = 6;

export interface Surroundings {
  before: string;
  after: string;
  /** Nothing comes after it that it could be the heading of. */
  isLast: boolean;
  isChat: boolean;
}

const isTitle = (line: string): boolean =>
  titled.test(line) && line.split(/\s+/).length <= MOST_WORDS && !hasVerb(line);

/** Whether a line is a heading. A short line without verb and full stop is one where a paragraph follows it. */
export function isHeading(line: string, { before, after, isLast, isChat }: Surroundings): boolean {
  if (line.length > 120) return false;
  if (marked.test(line) || (introduces.test(line) && !isLast)) return true;
  if (isChat || isLast) return false;
  if (underline.test(after) || (capitals.test(line) && /\p{L}{3}/u.test(line))) return true;
  if (before !== '') return false;
  return isTitle(line) || (numbered.test(line) && after === '' && !hasVerb(line));
}
