import type { EmbeddingRole } from '@hippocamp/core/ports/embedder';

/** What the thread of the model is told when it begins. */
export interface ThreadGiven {
  /** Folder of the model's files, see `files`. */
  folder: string;
}

/** A text whose vector is asked for. */
export interface ToEmbed {
  text: string;
  role: EmbeddingRole;
}

/** Two texts of which is asked what the newer is to the older. */
export interface ToRelate {
  older: string;
  newer: string;
}

export type ToThread = ToEmbed | ToRelate;

/** Somebody waits for the answer to a question; what is written can wait. */
export const isUrgent = (asked: ToThread): boolean => 'role' in asked && asked.role === 'question';

/** First whether the thread can work, then an answer to each message, in order. */
export type FromThread =
  | { type: 'ready' }
  | { type: 'unavailable'; reason: string }
  /** A vector, or probabilities; null where the model makes nothing of the text. */
  | { type: 'answer'; values: Float32Array | null }
  | { type: 'failed'; reason: string };
