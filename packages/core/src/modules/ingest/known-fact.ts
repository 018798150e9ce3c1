import type { Comparison } from '@hippocamp/shared/language/comparison';
import type { Amended } from '@hippocamp/shared/language/judgement';
import type { TextReading } from '@hippocamp/shared/language/reading';
import { isAssistants } from '@hippocamp/shared/language/statement';
import type { Extraction } from '../../ports/extractor.js';
import type { KeptReading, Span } from '../../ports/records.js';
import { contentHash, spokenWords } from '../facts/facts.js';

/** A statement with all that it is compared by. */
export interface Comparable {
  content: string;
  /** The words of the text itself, where it is kept with words of what was said before. */
  own: string | null;
  /** What it puts right; null where that is nothing, or said in full. */
  amends: Amended | null;
  /** Of it, and of the text that it is a statement of. */
  hash: string;
  textHash: string;
  /** All that matter, in order. */
  words: readonly string[];
  vector: Float32Array | null;
  /** Whom "I" means: what one says of themselves is nothing to what another does. */
  self: string;
  /** The labelled speaker; null where it is the owner's own word. */
  speaker: string | null;
  /** Where it stands in the text; null where it is all of it. */
  part: Span | null;
}

/** A statement of a memory of the same owner, or of an earlier candidate, that a candidate could repeat or replace. */
export interface KnownFact extends Comparable {
  /** Of the memory, or of the candidate. */
  id: string;
  /** How many statements that has. */
  of: number;
  /** When it was said. */
  occurredAt: Date;
  /** Where it is of the text itself: the number of its message; null where that was not sent as messages. */
  inText?: { message: number | null };
}

/** What a statement of a candidate is to a fact. */
export interface Related {
  fact: KnownFact;
  comparison: Comparison;
}

/** A candidate with all that has to be known to decide about it. */
export interface Proposal {
  /** By which later candidates of the same text name it. */
  id: string;
  extraction: Extraction;
  /** Of its content as it is kept with the memory that it may become. */
  kept: KeptReading;
  hash: string;
  /** Facts of the same text, the oldest first. */
  same: readonly KnownFact[];
  /** What it states, one by one, each with what it is to what is near it: at least one. */
  statements: readonly { statement: Comparable; related: readonly Related[] }[];
}

/** By which later candidates of the same text name one. */
export const candidateId = (place: number): string => `candidate ${place}`;
export const isCandidate = (id: string): boolean => id.startsWith('candidate ');

/** What a candidate states, as facts of what it became. */
export const factsAs = (statements: readonly Comparable[], id: string, occurredAt: Date): KnownFact[] =>
  statements.map((statement) => ({ ...statement, id, of: statements.length, occurredAt }));

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

/** A text, and who says it. */
export type Told = Pick<Comparable, 'content' | 'own' | 'amends' | 'hash' | 'speaker' | 'self'>;

/** The words of each statement of a text; what a vector is made of. */
export const statementTexts = (content: string, { statements }: Pick<TextReading, 'statements'>): string[] =>
  statements.length === 0 ? [content] : statements.map(({ start, end }) => content.slice(start, end));

/** What a text states, one by one. `vectors` are those of its `statementTexts`. */
export function comparablesOf(
  { content, own, amends, hash, speaker, self }: Told,
  { words, statements }: Pick<TextReading, 'words' | 'statements'>,
  vectors: readonly (Float32Array | null)[],
): Comparable[] {
  const who = { speaker, self };
  const [vector = null] = vectors;
  if (statements.length === 0 || own !== null)
    return [
      {
        content: spokenWords({ content, speaker }),
        own,
        amends,
        hash,
        textHash: hash,
        words,
        vector,
        part: null,
        ...who,
      },
    ];
  return statements.map(({ start, end, words: its }, place) => {
    const written = content.slice(start, end);
    const told = { content: spokenWords({ content: written, speaker }), own, amends, textHash: hash, words: its };
    return { ...told, hash: contentHash(written), vector: vectors[place] ?? null, part: { start, end }, ...who };
  });
}
