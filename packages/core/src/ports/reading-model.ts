import type { SourceText } from '@hippocamp/shared/language/statement';
import type { Tier } from '@hippocamp/shared/schemas/common';
import type { ReaderVersions } from './extractor.js';
import type { ModelCall } from './model-failure.js';

/** The speaker by name or role, if known. */
export interface SaidPiece {
  speaker: string | null;
  text: string;
}

/** Short enough for one call. Holds no secret. */
export interface PartToRead {
  source: SourceText['source'];
  pieces: readonly SaidPiece[];
  /** Texts of known memories near it. */
  known: readonly string[];
}

/** Unchecked. */
export interface ModelStatement {
  content: string;
  /** Claimed to stand word for word in one of the pieces. */
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
  /** Statements without content, or with numbers out of range. */
  unusable: number;
}

/** Texts may leave the machine. */
export interface ReadingModel {
  readonly versions: ReaderVersions;
  /** Rejects with `ModelFailure`, within a time of its own. */
  read(part: PartToRead, call?: ModelCall): Promise<ModelAnswer>;
}
