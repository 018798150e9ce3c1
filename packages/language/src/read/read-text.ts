import {
  LONGEST_READ,
  nothingRead,
  type StatedReading,
  type StatementReading,
  type TextReading,
  type TextToRead,
} from '@hippocamp/shared/language/reading';
import type { Mark } from '@hippocamp/shared/schemas/marks';
import { stemsOf } from '@hippocamp/shared/text/terms';
import { instructs } from '../screen/instructs.js';
import { secretsIn } from '../screen/secrets/secrets-in.js';
import { datesIn, withoutDates } from '../words/dates.js';
import { languagesOf } from '../words/language-of.js';
import { namesIn } from '../words/names.js';
import { numbersIn } from '../words/numbers.js';
import { withoutResolved } from '../words/resolved.js';
import { namesOfSelf } from './names-of-self.js';
import { statementsIn } from './statements-in.js';
import { wordingOf } from './wording.js';

const marksOf = (content: string): Mark[] => [
  ...(instructs(content) ? (['instructs'] as const) : []),
  ...(secretsIn(content).length > 0 ? (['secret'] as const) : []),
];

const stated = (content: string): StatedReading => {
  const said = withoutResolved(content);
  return { stems: [...stemsOf(said)], words: wordingOf(said) };
};

const statementsOf = (content: string): StatementReading[] =>
  statementsIn(content).map(({ start, end }) => ({ ...stated(content.slice(start, end)), start, end }));

/** Numbers, dates and names: of what they are is for others to say. */
function particularsOf(content: string): Pick<TextReading, 'numbers' | 'dates' | 'names'> {
  const dates = datesIn(content);
  const undated = withoutDates(content, dates);
  return { numbers: numbersIn(undated), dates: dates.map(({ value }) => value), names: namesIn(undated) };
}

/** What a text says, but for its language; it is looked over for marks whatever its length. */
export function readText({ content, speaker }: TextToRead): TextReading {
  const marks = marksOf(content);
  if (content.length > LONGEST_READ) return { ...nothingRead, marks };
  const selfNames = speaker === null ? namesOfSelf(content) : [];
  return {
    ...stated(content),
    ...particularsOf(content),
    selfNames,
    statements: statementsOf(content),
    language: null,
    marks,
  };
}

/** One reading for each text, in their order. */
export async function readTexts(texts: readonly TextToRead[]): Promise<TextReading[]> {
  const languages = await languagesOf(texts.map(({ content }) => content));
  return texts.map((text, place) => ({ ...readText(text), language: languages[place] ?? null }));
}
