import { HIDDEN, type Span } from '../../spans.js';

/** The span without its first `count` readable units; white space in a row is one. */
export function advance(masked: string, { start, end }: Span, count: number): Span {
  let position = start;
  let left = count;
  while (left > 0 && position < end) {
    const unit = masked[position] ?? '';
    const isSpace = unit.trim() === '';
    const goesOn = isSpace && (masked[position + 1] ?? 'x').trim() === '';
    if (unit !== HIDDEN && !goesOn) left -= 1;
    position += 1;
  }
  return { start: position, end };
}
