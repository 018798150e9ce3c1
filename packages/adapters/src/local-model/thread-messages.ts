import type { EmbeddingRole } from '@hippocamp/core/ports/embedder';
import type { JudgeWindow } from './judge-windows.js';
import type { Purpose } from './waiting.js';

export interface ThreadGiven {
  folder: string;
  /** True loads the finding model at the start, so that its errors show at once. */
  finds: boolean;
}

export interface ToEmbed {
  text: string;
  role: EmbeddingRole;
}

/** Asks how a newer statement relates to an older one, or what a memory says of a claim. */
export interface ToReadTogether {
  as: 'update' | 'claim';
  /** The older statement, or the memory. */
  first: string;
  /** The newer statement, or the claim. */
  second: string;
}

export interface ToJudge {
  window: JudgeWindow;
}

export type ToThread = ToEmbed | ToReadTogether | ToJudge;

/** A claim counts as a question, since somebody waits for the answer. */
export function purposeOf(asked: ToThread): Purpose {
  if ('window' in asked) return 'reading';
  if ('role' in asked) return asked.role;
  return asked.as === 'claim' ? 'question' : 'reading';
}

/** First whether the thread can work, then one answer per message, in order. */
export type FromThread =
  | { type: 'ready' }
  | { type: 'unavailable'; reason: string }
  /** A vector, probabilities, or the judge's numbers; null where the model makes nothing of the text. */
  | { type: 'answer'; values: Float32Array | null }
  | { type: 'failed'; reason: string };
