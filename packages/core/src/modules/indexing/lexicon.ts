import { distinctTermIds, memoryFields } from '@hippocamp/shared/scoring/lexical';
import type { Lexicon } from '../../ports/lexicon.js';

/** The port over the rules of scoring, in the thread that calls it. */
export const createLexicon = (): Lexicon => ({
  fields: async (texts) => texts.map(({ content, context }) => memoryFields(content, context)),
  termIds: async (texts) => texts.map((text) => [...distinctTermIds(text)]),
});
