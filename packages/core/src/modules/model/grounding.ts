import type { Named } from '@hippocamp/shared/language/named';
import { LONGEST_READ, nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { normaliseText } from '@hippocamp/shared/text/cleaned';
import { stemsOf, terms, words } from '@hippocamp/shared/text/terms';
import type { ClaimReader } from '../../ports/claim-reader.js';
import type { Language } from '../../ports/language.js';

interface Grounds {
  /** The text that must hold the numbers. */
  text: string;
  /** Names may stand in these too. */
  names: readonly string[];
}

export type VouchingLanguage = Pick<Language, 'read' | 'namedIn' | 'sentencesOf'>;

/** A number with the characters that join its digits: "15:30", "4,500", "2026-03-01". */
const figure = /\p{Nd}+(?:[.,:'’/-]\p{Nd}+)*/gu;

const figuresIn = (text: string): string[] => text.match(figure) ?? [];

/** "18:02" is a beginning of "18:02:11", but "4" is none of "4,500". */
const beginningsOf = (written: string): string[] =>
  [...written.matchAll(/[:/-]/g)].map(({ index }) => written.slice(0, index));

const writtenIn = (text: string): ReadonlySet<string> =>
  new Set(figuresIn(text).flatMap((each) => [each, ...beginningsOf(each)]));

const digitsOf = (number: string): string => number.replace(/\P{Nd}/gu, '').replace(/^0+(?=\d)/, '');

/** Machines write dates without separators. */
const standsIn = (found: string, written: ReadonlySet<string>): boolean =>
  written.has(found) || (found.includes('-') && written.has(digitsOf(found)));

/** Numbers in the reader's form, dates included: "4500", "--03-01". */
const numbersOf = ({ numbers, dates }: TextReading): string[] => [...numbers, ...dates];

const readOf = (content: string) => ({ content, speaker: null });

/** Read sentence by sentence, because the reader skips long texts. */
async function numbersIn(tenant: TenantId, text: string, language: VouchingLanguage): Promise<ReadonlySet<string>> {
  const [sentences = []] = await language.sentencesOf(tenant, [text]);
  const short = sentences.filter(({ length }) => length <= LONGEST_READ);
  return new Set((await language.read(tenant, short.map(readOf))).flatMap(numbersOf));
}

/** True when each number also stands in the text as a figure. */
const isWritten = (content: string, { numbers }: TextReading, written: ReadonlySet<string>): boolean => {
  const figures = figuresIn(content);
  const digits = new Set(figures.map(digitsOf));
  return figures.every((each) => standsIn(each, written)) && numbers.every((each) => digits.has(digitsOf(each)));
};

/** For numbers in other forms, such as words. The reader must know as many as there are unmatched figures. */
const isRead = (content: string, reading: TextReading, written: ReadonlySet<string>, known: ReadonlySet<string>) => {
  const others = figuresIn(content).filter((each) => !standsIn(each, written));
  const numbers = numbersOf(reading);
  return numbers.length >= others.length && numbers.every((each) => known.has(each));
};

/** A name counts when all its words stand in the texts, in any form. */
const nameCheck = (texts: readonly string[]) => {
  const known = new Set(texts.flatMap((text) => [...words(text), ...terms(text)]));
  const isKnown = (word: string) => known.has(word) || terms(word).some((stem) => known.has(stem));
  return ({ name }: Named): boolean => words(name).every(isKnown);
};

/** False for a statement with an invented number or name. Numbers must stand in `text`, names there or in `names`. */
export async function vouched(
  tenant: TenantId,
  contents: readonly string[],
  { text, names }: Grounds,
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

export interface Telling {
  content: string;
  /** The sentences that say it, then the same with the sentences before them. */
  said: readonly [here: string, ...others: string[]];
  /** The same sentences as they stand in the text. */
  words: string;
  /** Names may stand in these too. */
  names: readonly string[];
  /** Names of the "I" in the text, the whole name first. Empty when unknown. */
  speaker?: readonly string[];
}

export interface GroundingDependencies {
  language: VouchingLanguage & Pick<Language, 'compare' | 'readable' | 'tellsOfSelf'>;
  /** The local model. Without it only equal text counts. */
  reads: ClaimReader | null;
  /** How surely support counts as the same for `compare`, 0..1. */
  sure?: number;
}

/** True for each statement that the text supports. */
export type Grounding = (tenant: TenantId, tellings: readonly Telling[]) => Promise<boolean[]>;

/** Fewer words are only a part of a clause. */
const SHORTEST = 2;
/** A statement may replace a pronoun by a name, so it may be longer, but not by more. */
const LONGER = 2;

const saysSame = (same: number) => ({ same, conflict: 0, different: 1 - same });
const takesItsPlace = { same: 0, conflict: 1, different: 0 };

/** The local model must find a statement supported, and the comparison rules must see no difference. */
export function createGrounding({ language, reads, sure = 1 }: GroundingDependencies): Grounding {
  /** The subject must be known, the length limited, and one word shared. */
  const isOfThem = ({ content, said, names, speaker = [] }: Telling): boolean => {
    const [here] = said;
    if (words(content).length < SHORTEST || content.length > LONGER * Math.max(...said.map(({ length }) => length)))
      return false;
    const [claimed, known, beside] = [
      terms(content),
      stemsOf(here),
      stemsOf([...said, ...names, ...speaker].join(' ')),
    ];
    const isOfSelf = language.tellsOfSelf(here);
    const isSubjectKnown = isOfSelf || (!language.tellsOfSelf(content) && beside.has(claimed[0] ?? ''));
    return isSubjectKnown && claimed.some((term) => known.has(term));
  };

  const mayBeSaid = async (tenant: TenantId, telling: Telling): Promise<boolean> => {
    const { content, said, words: written, names, speaker = [] } = telling;
    const [here, ...before] = said;
    if (!isOfThem(telling)) return false;
    const text = `${here}\n${written}`;
    const [isVouched] = await vouched(tenant, [content], { text, names: [...names, ...speaker, ...before] }, language);
    return isVouched === true;
  };

  /** Questions, quotes, wishes, suppositions and one-time events would replace no plain statement. */
  const isMeant = async (tenant: TenantId, { content, words: newer }: Telling): Promise<boolean> => {
    const pair = { older: content, newer, relations: takesItsPlace, isAfter: true };
    const [found] = await language.compare(tenant, [pair]);
    return found?.verdict === 'replaces' || found?.verdict === 'same';
  };

  const isRead = async (
    tenant: TenantId,
    { content, said, speaker = [] }: Telling,
    reader: ClaimReader,
  ): Promise<boolean> => {
    const pairs = said.map((older) => ({ older, newer: content }));
    const readable = await language.readable(tenant, pairs);
    const asked = pairs.filter((_pair, place) => readable[place]);
    if (asked.length === 0) return false;
    const memories = asked.map(({ older: text }) => ({ text, names: speaker }));
    const stances = await reader.read(tenant, content, memories);
    const isSupported = (place: number) => stances?.[place]?.stance === 'supports';
    const compared = asked.map((pair, place) => ({ ...pair, relations: saysSame(isSupported(place) ? sure : 0) }));
    return (await language.compare(tenant, compared)).some(({ verdict }) => verdict === 'same');
  };

  const isSaid = async (tenant: TenantId, telling: Telling): Promise<boolean> => {
    const wanted = normaliseText(telling.content);
    if (telling.said.some((text) => normaliseText(text) === wanted)) return true;
    if (reads === null || !(await mayBeSaid(tenant, telling)) || !(await isMeant(tenant, telling))) return false;
    return isRead(tenant, telling, reads);
  };

  return async (tenant, tellings) => {
    const all: boolean[] = [];
    for (const telling of tellings) all.push(await isSaid(tenant, telling));
    return all;
  };
}
