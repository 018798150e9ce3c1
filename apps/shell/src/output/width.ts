import { eastAsianWidth } from 'get-east-asian-width';

const segmenter = new Intl.Segmenter();
const mark = /^\p{Mark}/u;

/** Visible characters, with their terminal columns. */
const seen = (text: string) =>
  [...segmenter.segment(text)].map(({ segment }) => ({
    segment,
    width: mark.test(segment) ? 0 : eastAsianWidth(segment.codePointAt(0) ?? 0),
  }));

export const widthOf = (text: string): number => seen(text).reduce((sum, { width }) => sum + width, 0);

export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let room = columns - 1;
  const kept = seen(text).filter(({ width }) => {
    room -= width;
    return room >= 0;
  });
  return `${kept.map(({ segment }) => segment).join('')}…`;
}

const broken = (word: string, columns: number): string[] => {
  const pieces = [''];
  for (const { segment } of seen(word)) {
    const last = pieces.length - 1;
    if (widthOf(`${pieces[last]}${segment}`) <= columns) pieces[last] += segment;
    else pieces.push(segment);
  }
  return pieces;
};

const wrapLine = (line: string, columns: number): string[] => {
  const lines: string[] = [''];
  const words = line.split(' ').flatMap((word) => (widthOf(word) > columns ? broken(word, columns) : [word]));
  for (const word of words) {
    const last = lines.length - 1;
    const longer = lines[last] === '' ? word : `${lines[last]} ${word}`;
    if (widthOf(longer) <= columns) lines[last] = longer;
    else lines.push(word);
  }
  return lines;
};

export const wrap = (text: string, columns: number): string[] =>
  text.split('\n').flatMap((line) => wrapLine(line, columns));
