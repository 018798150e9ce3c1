import type { Named } from '@hippocamp/shared/language/named';
import { LONGEST_READ, nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { normaliseText } from '@hippocamp/shared/text/cleaned';
import { stemsOf, terms, words } from '@hippocamp/shared/text/terms';
import type { ClaimReader } from '../../ports/claim-reader.js';
import type { Language } from '../../ports/language.js';

/** What a model was given to work from. */
interface Grounds {
  /** Numbers have to stand in it. */
  text: string;
  /** Names may stand in these too. */
  names: readonly string[];
}

export type VouchingLanguage = Pick<Language, 'read' | 'namedIn' | 'sentencesOf'>;

/** A number with the characters that join its digits: "15:30", "4,500", "2026-03-01". */
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

/** Numbers in the reader's form, dates included: "4500", "--03-01". */
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

/** Checks whether the texts hold all words of a name, in any form. */
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

/** A statement of a model beside what it is said to be taken from. */
export interface Telling {
  content: string;
  /** Whole sentences: those that say it, then the same after what was said before them. */
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
  /** Ships with the service; null where no model is to run: then only what is said word for word counts. */
  reads: ClaimReader | null;
  /** How surely its source says the same, 0..1, as `compare` weighs it. Zero when only one of the two is negated. */
  sure?: number;
}

/** For each statement of a model, whether the text supports it. */
export type Grounding = (tenant: TenantId, tellings: readonly Telling[]) => Promise<boolean[]>;

/** Fewer words are a part of a clause. */
const SHORTEST = 2;
/** A statement may say a name for a pronoun, and no more than that. */
const LONGER = 2;

const saysSame = (same: number) => ({ same, conflict: 0, different: 1 - same });
const takesItsPlace = { same: 0, conflict: 1, different: 0 };

/**
 * A statement counts where the model that ships holds that the sentences at its place support it, and where the rules that keep two statements
 * apart see nothing against it: a turned role, another number or name, an "if" or "might" that it leaves out. Its subject is known, it has a word of
 * theirs, its numbers stand in them, its names there or beside them, and it speaks of "I" only where they do.
 */
export function createGrounding({ language, reads, sure = 1 }: GroundingDependencies): Grounding {
  /**
   * True for a statement about the same subject as the sentences, no longer than they allow, that shares a word with
   * them.
   */
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
