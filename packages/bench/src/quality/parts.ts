import { languageByRules } from '@hippocamp/runtime/text/text-ports';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import {
  addedBy,
  distinctTermIds,
  knownSpeaker,
  memoryFields,
  namedSpeaker,
  questionTerms,
  RARE_SHARE,
  speakersIn,
  type Vocabulary,
} from '@hippocamp/shared/scoring/lexical';
import type { Scale } from '@hippocamp/shared/scoring/score';
import { countEach, createTermMap } from '@hippocamp/shared/text/term-map';
import { dot } from '@hippocamp/shared/text/terms';
import type { Conversation, Memory, Question } from './conversations.js';

export interface QualityEmbedder {
  readonly id: string;
  readonly calibration: { lo: number; hi: number; alpha: number; scale: Scale };
  embedMemories(
    memories: readonly { content: string; context: string | null; speaker: string | null }[],
  ): Promise<(Float32Array | null)[]>;
  embedQuestions(texts: readonly string[]): Promise<(Float32Array | null)[]>;
  /** How well it knows the text's language, 0..1; 1 without this method. */
  fluency?(text: string): number;
}

/** `dense` is a cosine, -1 where one of the two has no vector. */
export interface MemoryParts {
  dense: number;
  own: number;
  context: number;
  /** These are added to the evidence, see `priors`. */
  length: number;
  speaker: number;
  time: number;
  session: string;
}

/** `parts` has every memory of the conversation, in order of time. */
export interface PreparedQuestion {
  question: Question;
  /** How far the embedder understands the question, 0..1. */
  understood: number;
  namesSpeaker: boolean;
  parts: MemoryParts[];
  answers: boolean[];
}

const tenant = 'quality' as TenantId;

/** Counts the memories that hold each word, for words in at least `RARE_SHARE` of them. */
export function vocabularyOf(memories: readonly Memory[]): Vocabulary {
  const counts = createTermMap<number>();
  for (const memory of memories) countEach(counts, distinctTermIds(memory.text));
  const least = RARE_SHARE * memories.length;
  return {
    version: 1,
    memories: memories.length,
    frequencies: createTermMap([...counts].filter(([, count]) => count >= least)),
    speakers: [...new Set(memories.map(({ speaker }) => speaker))].map((name) => knownSpeaker(tenant, name)),
  };
}

const none = { indices: [], values: [] };

const cosine = (first: Float32Array | null, second: Float32Array | null): number =>
  first && second ? first.reduce((sum, value, index) => sum + value * (second[index] ?? 0), 0) : -1;

export async function prepare(embedder: QualityEmbedder, conversation: Conversation): Promise<PreparedQuestion[]> {
  const { memories, questions } = conversation;
  const vocabulary = vocabularyOf(memories);
  const fields = memories.map((memory) => memoryFields(memory.text, memory.context));
  const memoryVectors = await embedder.embedMemories(
    memories.map(({ text, context, speaker }) => ({ content: text, context, speaker })),
  );
  const now = new Date(0);
  const texts = questions.map(({ text }) => languageByRules.withoutTimesLeftOut(text, now));
  const questionVectors = await embedder.embedQuestions(texts);
  return questions.map((question, index) => {
    const vector = questionVectors[index] ?? null;
    const asked = questionTerms(texts[index] ?? '', vocabulary);
    const speakers = speakersIn(tenant, question.text, vocabulary.speakers);
    const speaker = namedSpeaker(distinctTermIds(question.text), speakers);
    const named = { speaker, periods: languageByRules.periodsAsked(question.text, now) };
    const parts = memories.map((memory, row) => ({
      dense: cosine(vector, memoryVectors[row] ?? null),
      own: dot(asked, fields[row]?.own ?? none),
      context: dot(asked, fields[row]?.context ?? none),
      ...addedBy(tenant, { ...memory, content: memory.text }, named),
      session: memory.session,
    }));
    return {
      question,
      understood: vector ? (embedder.fluency?.(question.text) ?? 1) : 0,
      namesSpeaker: speaker !== null,
      parts,
      answers: memories.map(({ id }) => question.evidence.has(id)),
    };
  });
}
