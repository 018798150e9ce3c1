import type { Named } from '@hippocamp/shared/language/named';
import { LONGEST_READ, nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { terms, words } from '@hippocamp/shared/text/terms';
import type { Language } from '../../ports/language.js';

/** What a model was told. */
export interface Told {
  /** Numbers have to stand in it. */
  text: string;
  /** Names may stand in these too. */
  names: readonly string[];
}

export type VouchingLanguage = Pick<Language, 'read' | 'namedIn' | 'sentencesOf'>;

/** With what joins its digits: "15:30", "4,500", "2026-03-01". */
const figure = /\p{Nd}+(?:[.,:'’/-]\p{Nd}+)*/gu;

const figuresIn = (text: string): string[] => text.match(figure) ?? [];

/** "18:02" is the beginning of "18:02:11", as "4" is not of "4,500". */
const beginningsOf = (written: string): string[] =>
  [...written.matchAll(/[:/-]/g)].map(({ index }) => written.slice(0, index));

const writtenIn = (text: string): ReadonlySet<string> =>
  new Set(figuresIn(text).flatMap((each) => [each, ...beginningsOf(each)]));

const digitsOf = (number: string): string => number.replace(/\P{Nd}/gu, '').replace(/^0+(?=\d)/, '');

/** Machines write dates without what joins them. */
const standsIn = (found: string, written: ReadonlySet<string>): boolean =>
  written.has(found) || (found.includes('-') && written.has(digitsOf(found)));

/** In the reader's form, dates among them: "4500", "--03-01". */
const numbersOf = ({ numbers, dates }: TextReading): string[] => [...numbers, ...dates];

const readOf = (content: string) => ({ content, speaker: null });

/** All that a text counts or dates, sentence by sentence: a reader reads no long one. */
async function numbersIn(tenant: TenantId, text: string, language: VouchingLanguage): Promise<ReadonlySet<string>> {
  const [sentences = []] = await language.sentencesOf(tenant, [text]);
  const short = sentences.filter(({ length }) => length <= LONGEST_READ);
  return new Set((await language.read(tenant, short.map(readOf))).flatMap(numbersOf));
}

/** Each number as a figure that the text has too. */
const isWritten = (content: string, { numbers }: TextReading, written: ReadonlySet<string>): boolean => {
  const figures = figuresIn(content);
  const digits = new Set(figures.map(digitsOf));
  return figures.every((each) => standsIn(each, written)) && numbers.every((each) => digits.has(digitsOf(each)));
};

/** Each number in whatever form, where the reader knows as many as there are other figures. */
const isRead = (content: string, reading: TextReading, written: ReadonlySet<string>, known: ReadonlySet<string>) => {
  const others = figuresIn(content).filter((each) => !standsIn(each, written));
  const numbers = numbersOf(reading);
  return numbers.length >= others.length && numbers.every((each) => known.has(each));
};

/** Whether all words of a name stand in some texts, in one form or another. */
const nameCheck = (texts: readonly string[]) => {
  const known = new Set(texts.flatMap((text) => [...words(text), ...terms(text)]));
  const isKnown = (word: string) => known.has(word) || terms(word).some((stem) => known.has(stem));
  return ({ name }: Named): boolean => words(name).every(isKnown);
};

/**
 * Of each of some statements, whether no number and no name in it is a model's own: numbers have to stand in the text that it was
 * told, as figures or in words, and names there or in what it was told beside it.
 */
export async function vouched(
  tenant: TenantId,
  contents: readonly string[],
  { text, names }: Told,
  language: VouchingLanguage,
): Promise<boolean[]> {
  if (contents.length === 0) return [];
  const asked = contents.map(readOf);
  const [readings, named] = [await language.read(tenant, asked), await language.namedIn(tenant, asked)];
  const written = writtenIn(text);
  const isNamed = nameCheck([text, ...names]);
  let known: ReadonlySet<string> | undefined;
  const all: boolean[] = [];
  for (const [place, content] of contents.entries()) {
    const reading = readings[place] ?? nothingRead;
    let isVouched = named[place]?.every(isNamed) ?? false;
    if (isVouched && !isWritten(content, reading, written)) {
      known ??= await numbersIn(tenant, text, language);
      isVouched = isRead(content, reading, written, known);
    }
    all.push(isVouched);
  }
  return all;
}
