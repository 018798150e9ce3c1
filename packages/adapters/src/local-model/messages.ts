import type { EmbeddingRole } from '@hippocamp/core/ports/embedder';
import type { JudgeWindow } from './judge-windows.js';
import type { Purpose } from './waiting.js';

/** What the thread of the model is told when it begins. */
export interface ThreadGiven {
  /** Folder of the model's files, see `files`. */
  folder: string;
  /** Whether it begins with the model that finds, so that what is wrong with it is known at once. */
  finds: boolean;
}

/** A text whose vector is asked for. */
export interface ToEmbed {
  text: string;
  role: EmbeddingRole;
}

/** Two texts of which is asked what the newer statement is to the older, or what a memory says of a claim. */
export interface ToReadTogether {
  as: 'update' | 'claim';
  /** The older statement, or the memory. */
  first: string;
  /** The newer statement, or the claim. */
  second: string;
}

/** A part of a talk of which is asked what its statements tell. */
export interface ToJudge {
  window: JudgeWindow;
}

export type ToThread = ToEmbed | ToReadTogether | ToJudge;

/** Somebody waits for the answer to a question or a claim, and whoever asks next for vectors; a text is read when there is time. */
export function purposeOf(asked: ToThread): Purpose {
  if ('window' in asked) return 'reading';
  if ('role' in asked) return asked.role;
  return asked.as === 'claim' ? 'question' : 'reading';
}

/** First whether the thread can work, then an answer to each message, in order. */
export type FromThread =
  | { type: 'ready' }
  | { type: 'unavailable'; reason: string }
  /** A vector, probabilities, or what the judge says; null where the model makes nothing of the text. */
  | { type: 'answer'; values: Float32Array | null }
  | { type: 'failed'; reason: string };
