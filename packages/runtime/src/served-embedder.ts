import { createHash } from 'node:crypto';
import { readProbe } from '@hippocamp/adapters/openai/probe';
import { measuredEmbedder, measureEmbedder } from '@hippocamp/core/modules/measuring/measure-embedder';

import type { Clock } from '@hippocamp/core/ports/clock';
import type { Calibration, Embedder, EmbedderMeasures, Prefixes } from '@hippocamp/core/ports/embedder';
import type { Log } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';
import type { NamedEmbedder } from './named-embedder.js';

interface Serving {
  /** Has guessed constants. */
  served: Embedder;
  /** Undefined to have them measured. */
  prefixes: Prefixes | undefined;
  embedders: Pick<Records['embedders'], 'measures' | 'keepMeasures'>;
  clock: Clock;
  log: Log;
}

const nameOf = ({ id }: Embedder) => `${id}-measured`;

export const isMeasured = ({ id }: Pick<Embedder, 'id'>): boolean => /^openai-.*-measured(?:-[\da-f]{8})?$/.test(id);

/** Other prefixes make other vectors. */
const idOf = (served: Embedder, prefixes: Prefixes | undefined): string => {
  if (!prefixes) return nameOf(served);
  const given = JSON.stringify([prefixes.question, prefixes.memory]);
  return `${nameOf(served)}-${createHash('sha256').update(given).digest('hex').slice(0, 8)}`;
};

const shown = (value: number) => Number(value.toFixed(3));

const shownCalibration = ({ lo, hi, alpha, contextShare = 0 }: Calibration) => ({
  unrelated: shown(lo),
  answer: shown(hi),
  shareOfMeaning: shown(alpha),
  shareOfContext: contextShare,
});

export function toldMeasures(calibration: Calibration): string {
  const { unrelated, answer, shareOfMeaning, shareOfContext } = shownCalibration(calibration);
  return `measured: cosine of unrelated texts ${unrelated}, of a clear answer ${answer}; share of meaning ${shareOfMeaning}, of what came before ${shareOfContext}`;
}

/** Measured by the first process that needs it, and kept under its id. */
export function servedEmbedder({ served, prefixes, embedders, clock, log }: Serving): NamedEmbedder {
  const id = idOf(served, prefixes);
  const { dimensions } = served;
  const known = async (wanted: string) => {
    const measures = await embedders.measures(wanted);
    return measures && measuredEmbedder(served, wanted, measures);
  };
  const measure = async (check: () => void = () => undefined): Promise<Embedder> => {
    const embed: Embedder['embed'] = async (texts, role) => {
      check();
      return served.embed(texts, role);
    };
    const asked = { ...served, embed };
    log.info({ embedder: id }, 'the embedder is measured by some hundred texts, once');
    const found: EmbedderMeasures = await measureEmbedder(asked, await readProbe(), prefixes);
    const { calibration, prefixes: taken } = await embedders.keepMeasures(id, found, clock.now());
    log.info({ embedder: id, ...shownCalibration(calibration), prefixes: taken }, 'the embedder was measured');
    return measuredEmbedder(served, id, { calibration, prefixes: taken });
  };
  return {
    id,
    dimensions,
    open: async (check) => (await known(id)) ?? measure(check),
    async find(active) {
      if (active.dimensions !== dimensions) return null;
      if (active.id === served.id) return served;
      return active.id.startsWith(nameOf(served)) ? known(active.id) : null;
    },
    isGuessed: (active) => active.id === served.id,
  };
}
