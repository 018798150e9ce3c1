import type { SourceText } from '@hippocamp/shared/language/statement';
import type { Tier } from '@hippocamp/shared/schemas/common';
import type { ReaderVersions } from './extractor.js';
import type { ModelCall } from './model-failure.js';

/** A speaker, by name or role if known, and the exact words. */
export interface SaidPiece {
  speaker: string | null;
  text: string;
}

/** A part of a text, short enough for one call. Holds no secret. */
export interface PartToRead {
  source: SourceText['source'];
  pieces: readonly SaidPiece[];
  /** Texts of known memories near it. */
  known: readonly string[];
}

/** A model's statement on a part, unchecked. */
export interface ModelStatement {
  content: string;
  /** Said to stand word for word in one of the pieces. */
  span: string;
  tier: Tier;
  /** 0..1 */
  importance: number;
  /** 0..1 */
  confidence: number;
  tags: string[];
}

export interface ModelAnswer {
  statements: ModelStatement[];
  /** The number of unusable statements: without content, or with numbers out of range. */
  unusable: number;
}

/** A model that reads; texts may leave the machine for it. */
export interface ReadingModel {
  readonly versions: ReaderVersions;
  /** Rejects with `ModelFailure`, within a time of its own. */
  read(part: PartToRead, call?: ModelCall): Promise<ModelAnswer>;
}
