import { readdirSync, readFileSync } from 'node:fs';
import { readAnswer } from '../setups/reading-parts.js';
import type { LanguageModel } from './measure.js';
import { readTexts } from './texts.js';

/** Raw answers of a real model by text id, one for each request; null where it was cut off or no JSON. */
export interface Recorded {
  model: string;
  prompt: string;
  answers: Record<string, readonly (string | null)[]>;
}

const folder = new URL('../../recorded/llm/', import.meta.url);

export const readRecorded = (): Recorded[] =>
  readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recorded);

const wordsOf = (request: string | readonly { content: string }[]): string =>
  typeof request === 'string' ? request : request.map(({ content }) => content).join('\n');

/** Answers as the model did; a request that was not recorded gets an empty answer. */
export function replaying({ model, prompt, answers }: Recorded): LanguageModel {
  const known = new Map(
    readTexts.flatMap(({ id, requests }) =>
      requests.map((request, place) => [wordsOf(request), answers[id]?.[place] ?? '{"statements":[]}'] as const),
    ),
  );
  return {
    versions: { extractor: `llm:${model}`, prompt },
    async read({ pieces }) {
      const said = pieces.map(({ text }) => text).join('\n');
      const asked = [...known.keys()].find((words) => words.endsWith(said)) ?? '';
      return readAnswer(known.get(asked) ?? '');
    },
  };
}
