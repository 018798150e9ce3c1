import { type EmbedMemories, remembering } from '@hippocamp/core/modules/embedding/memory-embedder';
import { createLocalExtractor } from '@hippocamp/core/modules/ingest/extract';
import type { Extractor } from '@hippocamp/core/ports/extractor';
import type { Language } from '@hippocamp/core/ports/language';
import type { Log } from '@hippocamp/core/ports/log';
import type { Settings } from './settings.js';
import type { SharedModel } from './shared-model.js';
import { createStatementEmbedder } from './statement-embedder.js';

export interface ReadingDependencies {
  settings: Pick<Settings, 'reader'>;
  model: SharedModel;
  language: Language;
  log: Log;
}

/** Who says what texts tell that is worth keeping. */
export interface Reading {
  /** The model that statements are judged with; null where words have to do. */
  embedStatements: EmbedMemories | null;
  extractor: Extractor;
  /** Who reads, and where texts go for it; for people. */
  told: string;
}

export function createReading({ settings, model, language, log }: ReadingDependencies): Reading {
  const embedStatements = settings.reader === 'model' ? remembering(createStatementEmbedder(model, log)) : null;
  const extractor = createLocalExtractor({ language, embedStatements });
  return { embedStatements, extractor, told: language.versions.extractor };
}
