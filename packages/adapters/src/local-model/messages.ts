import type { EmbeddingRole } from '@hippocamp/core/ports/embedder';

/** What the thread of the model is told when it begins. */
export interface ThreadGiven {
  /** Folder of the model's files, see `files`. */
  folder: string;
}

/** A text whose vector is asked for. */
export interface ToThread {
  text: string;
  role: EmbeddingRole;
}

/** First whether the thread can work, then an answer to each text, in order. */
export type FromThread =
  | { type: 'ready' }
  | { type: 'unavailable'; reason: string }
  /** Null where the model makes nothing of the text. */
  | { type: 'vector'; vector: Float32Array | null }
  | { type: 'failed'; reason: string };
