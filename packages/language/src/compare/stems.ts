import { terms } from '@hippocamp/shared/text/terms';

/** Of the words of a text that carry meaning, each once. */
export const stemsOf = (content: string): ReadonlySet<string> => new Set(terms(content));
