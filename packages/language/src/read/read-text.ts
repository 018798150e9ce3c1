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
import { languagesOf } from '../words/language-of.js';
import { withoutResolved } from '../words/resolved.js';
import { readFacts } from './read-facts.js';
import { statementsIn } from './statements-in.js';
import { wordingOf } from './wording.js';

const marksOf = (content: string): Mark[] => [
  ...(instructs(content) ? (['instructs'] as const) : []),
  ...(secretsIn(content).length > 0 ? (['secret'] as const) : []),
];

const stated = (content: string, speaker: string | null): StatedReading => {
  const said = withoutResolved(content);
  return { ...readFacts(content, speaker), stems: [...stemsOf(said)], words: wordingOf(said) };
};

const statementsOf = (content: string, speaker: string | null): StatementReading[] =>
  statementsIn(content).map(({ start, end }) => ({ ...stated(content.slice(start, end), speaker), start, end }));

/** What a text says, but for its language; it is looked over for marks whatever its length. */
export function readText({ content, speaker }: TextToRead): TextReading {
  const marks = marksOf(content);
  if (content.length > LONGEST_READ) return { ...nothingRead, marks };
  return { ...stated(content, speaker), statements: statementsOf(content, speaker), language: null, marks };
}

/** One reading for each text, in their order. */
export async function readTexts(texts: readonly TextToRead[]): Promise<TextReading[]> {
  const languages = await languagesOf(texts.map(({ content }) => content));
  return texts.map((text, place) => ({ ...readText(text), language: languages[place] ?? null }));
}
