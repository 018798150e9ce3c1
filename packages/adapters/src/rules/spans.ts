/** A part of a text: UTF-16 units, start inclusive, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** The span without white space at its ends. */
export function trimSpan(text: string, { start, end }: Span): Span {
  const part = text.slice(start, end);
  const lead = part.length - part.trimStart().length;
  return lead === part.length ? { start, end: start } : { start: start + lead, end: start + part.trimEnd().length };
}

export const isEmpty = ({ start, end }: Span) => start === end;
