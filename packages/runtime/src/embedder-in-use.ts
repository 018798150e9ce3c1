import { createLocalModel } from '@hippocamp/adapters/local-model/embedder';
import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/unavailable';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Log } from '@hippocamp/core/ports/log';
import type { ActiveEmbedder, Records } from '@hippocamp/core/ports/records';
import { Problem } from '@hippocamp/shared/problems';
import { wordsAlone } from '@hippocamp/shared/scoring/score';
import type { EmbedderSettings } from './settings.js';

/** The embedder that questions and memories are compared by here, and how well that goes. */
export interface EmbedderInUse {
  embedder: Embedder;
  /** For people; null where all is as it was set. */
  lack: string | null;
  close(): Promise<void>;
}

interface Opening {
  settings: EmbedderSettings;
  /** Which any process can run. */
  words: Embedder;
  records: Pick<Records, 'embedders' | 'counts'>;
  clock: Clock;
  log: Log;
}

const nothingToClose = async () => undefined;

/** Null where it cannot run here, which is told. */
async function openLocal(threads: number, log: Log): Promise<EmbedderInUse | null> {
  try {
    const model = await createLocalModel({ threads });
    return { embedder: model, lack: null, close: model.close };
  } catch (error) {
    if (!(error instanceof LocalModelUnavailable)) throw error;
    log.warn({ reason: error.message }, 'the model that ships cannot run here');
    return null;
  }
}

/** Stands for one that cannot be asked here: words answer, vectors wait for a process that can. */
function absentEmbedder({ id, dimensions }: ActiveEmbedder): Embedder {
  const refuse = async (): Promise<never> => {
    throw new Problem('dependency-unavailable', `The embedder ${id} cannot be asked by this process.`, {
      retryAfter: 60,
      part: 'embedder',
    });
  };
  return {
    id,
    dimensions,
    behind: true,
    calibration: { lo: 0, hi: 1, same: 1, alpha: 0, scale: wordsAlone },
    embed: refuse,
    likeness: () => 0,
  };
}

/** What a store goes by that was made before it was written down. */
const decidedBefore = async ({ records, words }: Opening): Promise<Embedder | null> =>
  (await records.counts()).memories > 0 ? words : null;

/** The one that the settings name, or word vectors where it cannot run. */
async function openWanted(opening: Opening): Promise<EmbedderInUse> {
  const { settings, words, log } = opening;
  const wanted = settings.kind === 'local' ? await openLocal(settings.threads, log) : null;
  return wanted ?? { embedder: words, lack: null, close: nothingToClose };
}

async function openActive(
  active: ActiveEmbedder,
  wanted: EmbedderInUse,
  { words, log }: Opening,
): Promise<EmbedderInUse> {
  const isActive = ({ id, dimensions }: Embedder) => id === active.id && dimensions === active.dimensions;
  if (isActive(wanted.embedder)) return wanted;
  await wanted.close();
  const known = isActive(words) ? words : absentEmbedder(active);
  const lack =
    known === words
      ? `memories are compared by ${active.id}, not by ${wanted.embedder.id}; npm run reindex changes that`
      : `memories are compared by ${active.id}, which this process cannot run; it finds them by words`;
  log.warn({ active: active.id, wanted: wanted.embedder.id }, lack);
  return { embedder: known, lack, close: nothingToClose };
}

/**
 * Opens the embedder that the store goes by. Who starts a new store decides that by its settings; who is set otherwise later
 * serves with what it has and changes nothing.
 */
export async function openEmbedderInUse(opening: Opening): Promise<EmbedderInUse> {
  const { records, clock } = opening;
  const wanted = await openWanted(opening);
  const { id, dimensions } = (await records.embedders.active()) ?? (await decidedBefore(opening)) ?? wanted.embedder;
  const active = await records.embedders.decide({ id, dimensions }, clock.now());
  return openActive(active, wanted, opening);
}
