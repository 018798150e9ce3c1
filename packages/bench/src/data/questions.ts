import { createRandom } from '../quality/random.js';
import { fill, matchingTemplates, unusedTemplates } from './templates.js';

export const questionKinds = ['words of the memories', 'words nobody used'] as const;
export type QuestionKind = (typeof questionKinds)[number];

const templates: Record<QuestionKind, readonly string[]> = {
  'words of the memories': matchingTemplates,
  'words nobody used': unusedTemplates,
};

/** An endless row of questions; few repeat, so that a cache of questions gains little. */
export function createQuestions(kind: QuestionKind, seed: number): () => string {
  const random = createRandom(seed);
  const choices = templates[kind];
  return () => fill(choices[Math.floor(random() * choices.length)] ?? '', random);
}
