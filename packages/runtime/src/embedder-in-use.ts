import { setTimeout } from 'node:timers/promises';
import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/model-threads';
import { createOpenAiEmbedder } from '@hippocamp/adapters/openai/embedder';
import { EmbeddingsUnusable } from '@hippocamp/adapters/openai/unusable';
import type { Clock } from '@hippocamp/core/ports/clock';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import type { ActiveEmbedder, Records } from '@hippocamp/core/ports/records';
import { isProblem, Problem } from '@hippocamp/shared/problems';
import { wordsAlone } from '@hippocamp/shared/scoring/score';
import { isSame, type NamedEmbedder, shippedEmbedder } from './named-embedder.js';
import { isMeasured, servedEmbedder, toldMeasures } from './served-embedder.js';
import { type EmbedderSettings, type ServerSettings, SettingsError } from './settings.js';
import type { SharedModel } from './shared-model.js';

export interface EmbedderInUse {
  /** Its members change when the store turns to another embedder. */
  embedder: Embedder;
  /** The embedder of the settings, where the store uses another and this process could run it. */
  wanted(): NamedEmbedder | null;
  /** True where only measured constants are missing for the model of the settings. */
  isGuessed(): boolean;
  /** False where this process cannot run the store's embedder. */
  canAsk(): boolean;
  lack(): string | null;
  describe(): string;
  /** Turns to the store's present embedder. True where that changed. */
  follow(): Promise<boolean>;
  close(): Promise<void>;
}

interface Opening {
  settings: EmbedderSettings;
  words: Embedder;
  records: Pick<Records, 'embedders' | 'counts'>;
  clock: Clock;
  log: Log;
  model: SharedModel;
}

interface Opened {
  embedder: NamedEmbedder;
  close(): Promise<void>;
}

/** Null where it cannot run here, after a warning. */
async function openLocal({ model: shared, log }: Opening): Promise<Opened | null> {
  try {
    const model = await shared.open();
    return { embedder: shippedEmbedder(model), close: model.close };
  } catch (error) {
    if (!(error instanceof LocalModelUnavailable)) throw error;
    log.warn({ reason: error.message }, 'the model that ships cannot run here');
    return null;
  }
}

/** For an embedder that cannot run here: words answer, vectors wait for another process. */
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

/** Stores from before embedders were recorded use word vectors. */
const decidedBefore = async ({ records, words }: Opening): Promise<Embedder | null> =>
  (await records.counts()).memories > 0 ? words : null;

/** ms */
const TRY_EVERY = 2000;
const TRIES = 10;

/** Null where the server stays away; rejects with `SettingsError` where the settings are wrong. */
async function openServer(
  { url, model, apiKey, dimensions, prefixes, timeout: timeoutMs }: ServerSettings,
  { records, clock, log }: Opening,
): Promise<Opened | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      const served = await createOpenAiEmbedder({ url, model, apiKey, dimensions, timeoutMs, log });
      const embedder = servedEmbedder({ served, prefixes, embedders: records.embedders, clock, log });
      return { embedder, close: async () => undefined };
    } catch (error) {
      if (!(error instanceof EmbeddingsUnusable)) throw error;
      if (!error.passing) throw new SettingsError(error.message);
      log.warn({ reason: error.message }, 'the server of embeddings does not answer');
      if (tries === TRIES) return null;
      await setTimeout(TRY_EVERY);
    }
  }
}

async function openWanted(opening: Opening): Promise<Opened | null> {
  const { settings, words } = opening;
  switch (settings.kind) {
    case 'openai':
      return openServer(settings, opening);
    case 'local':
      return openLocal(opening);
    case 'words':
      return { embedder: shippedEmbedder(words), close: async () => undefined };
  }
}

/** A process set to another embedder goes on with the store's until the store moves. */
function createEarlier(opening: Opening): (active: ActiveEmbedder) => Promise<Embedder | null> {
  const { settings, words } = opening;
  let opened: Promise<(NamedEmbedder | null)[]> | undefined;
  const open = async () => {
    const local = settings.kind === 'local' ? null : await openLocal(opening);
    const server = settings.kind === 'openai' || !settings.earlier ? null : await openServer(settings.earlier, opening);
    return [local?.embedder ?? null, server?.embedder ?? null];
  };
  return async (active) => {
    if (isSame(active, words)) return words;
    opened ??= open();
    for (const each of await opened) {
      const found = await each?.find(active);
      if (found) return found;
    }
    return null;
  };
}

const NOT_THERE =
  'The server at EMBEDDINGS_URL does not answer, and a new store needs to know its model. Start it, or set another EMBEDDER.';

/** The choice is permanent, so a server that is away stops the start. */
async function choiceOf(wanted: NamedEmbedder | null, { settings, words, log }: Opening): Promise<Embedder> {
  if (wanted === null && settings.kind === 'openai') throw new SettingsError(NOT_THERE);
  if (wanted === null) return words;
  return wanted.open().catch((error: unknown) => {
    if (!isProblem(error)) throw error;
    log.error(withoutText(error), 'the embedder could not be measured');
    throw new SettingsError(NOT_THERE);
  });
}

const turning = (now: () => Embedder): Embedder => ({
  get id() {
    return now().id;
  },
  get dimensions() {
    return now().dimensions;
  },
  get calibration() {
    return now().calibration;
  },
  get behind() {
    return now().behind ?? false;
  },
  fluency: (text) => now().fluency?.(text) ?? 1,
  embed: (...parameters) => now().embed(...parameters),
  likeness: (first, second) => now().likeness(first, second),
});

/** `wanted` is null where the set embedder cannot run here; `known` is false where the store's cannot. */
const lackOf = (now: Embedder, wanted: NamedEmbedder | null, known: boolean): string | null => {
  if (!known) return `memories are compared by ${now.id}, which this process cannot run; it finds them by words`;
  if (wanted === null) return `memories are compared by ${now.id}, since the embedder that was set cannot run here`;
  if (isSame(now, wanted) || wanted.isGuessed(now)) return null;
  return `memories are compared by ${now.id} and not yet by ${wanted.id}; npm run reindex changes that`;
};

const GUESSED = 'its constants were guessed by its name; npm run reindex measures them, and embeds all memories again';

const descriptionOf = (now: Embedder, isGuessed: boolean): string => {
  if (isGuessed) return `${now.id}; ${GUESSED}`;
  return isMeasured(now) ? `${now.id} (${toldMeasures(now.calibration)})` : now.id;
};

/** The settings decide for a new store only; an older store keeps its embedder. */
export async function openEmbedderInUse(opening: Opening): Promise<EmbedderInUse> {
  const { records, clock, log } = opening;
  const opened = await openWanted(opening);
  const wanted = opened?.embedder ?? null;
  const earlier = createEarlier(opening);
  const find = async (active: ActiveEmbedder) => (await wanted?.find(active)) ?? earlier(active);
  const { id, dimensions } =
    (await records.embedders.active()) ?? (await decidedBefore(opening)) ?? (await choiceOf(wanted, opening));
  const decided = await records.embedders.decide({ id, dimensions }, clock.now());
  let found = await find(decided);
  let now = found ?? absentEmbedder(decided);
  const lack = () => lackOf(now, wanted, found !== null);
  const isGuessed = () => wanted?.isGuessed(now) ?? false;
  const tell = () => {
    const lacking = lack() ?? (isGuessed() ? GUESSED : null);
    if (lacking !== null) log.warn({ embedder: now.id }, lacking);
  };
  tell();
  return {
    embedder: turning(() => now),
    wanted: () => (wanted === null || isSame(now, wanted) ? null : wanted),
    isGuessed,
    canAsk: () => found !== null,
    lack,
    describe: () => descriptionOf(now, isGuessed()),
    async follow() {
      const active = await records.embedders.active();
      if (active === null || isSame(active, now)) return false;
      found = await find(active);
      now = found ?? absentEmbedder(active);
      log.info({ embedder: now.id }, 'the store goes by another embedder now');
      tell();
      return true;
    },
    close: async () => opened?.close(),
  };
}
