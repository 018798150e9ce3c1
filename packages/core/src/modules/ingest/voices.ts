import { isAssistants } from '@hippocamp/shared/language/speaker';
import type { Comparable } from './known-fact.js';

type Voice = Pick<Comparable, 'speaker'>;

/** What the assistant said is compared with what it said alone: it may be as wrong as it is alike. */
export const inOneVoice = (first: Voice, second: Voice): boolean =>
  isAssistants(first.speaker) === isAssistants(second.speaker);

/** In the same words: what a person says is kept though the assistant said it first, and not the other way round. */
export const repeatsWords = (candidate: Voice, known: Voice): boolean =>
  isAssistants(candidate.speaker) || !isAssistants(known.speaker);

/** The assistant's words take nobody's place, not even that of its own: they age. */
export const mayOppose = (candidate: Voice, known: Voice): boolean =>
  !isAssistants(candidate.speaker) && !isAssistants(known.speaker);
