import type { Embedder, EmbedderMeasures, Prefixes } from '../../ports/embedder.js';
import { deriveCalibration, isBetter } from './derive.js';
import { type Likenesses, likenessesOf } from './likenesses.js';
import type { Probe } from './probe.js';

const isBlank = (text: string) => text.trim() === '';

/** What is blank stays so: there is nothing to know of it. */
const prefixed = <Given extends Pick<Embedder, 'embed'>>(embedder: Given, prefixes: Prefixes): Given => ({
  ...embedder,
  embed: (texts, role, lane) =>
    embedder.embed(
      texts.map((text) => (isBlank(text) ? text : prefixes[role] + text)),
      role,
      lane,
    ),
});

/** The embedder with what came of measuring it, under a name of its own: its vectors are others. */
export const measuredEmbedder = (
  embedder: Embedder,
  id: string,
  { calibration, prefixes }: EmbedderMeasures,
): Embedder => ({ ...prefixed(embedder, prefixes), id, calibration });

const NO_PREFIXES: Prefixes = { question: '', memory: '' };
/** Of what came before, where a model gains by it: as much as the model that ships, of which it was measured. */
const CONTEXT_SHARE = 0.3;

/** Standard errors of a gain: prefixes that are not the model's would harm, */
const CLEARLY = 3;
/** and what came before helps in talks with every model that was looked at. */
const LIKELY = 1;

type Measured = Pick<Embedder, 'embed' | 'likeness'>;

/** Those whose answers stand out most; none, unless others are clearly better. */
async function findPrefixes(embedder: Measured, probe: Probe): Promise<{ prefixes: Prefixes; found: Likenesses }> {
  let best = { prefixes: NO_PREFIXES, found: await likenessesOf(embedder, probe) };
  for (const prefixes of probe.prefixes) {
    const found = await likenessesOf(prefixed(embedder, prefixes), probe);
    if (isBetter(found.asked, best.found.asked, CLEARLY)) best = { prefixes, found };
  }
  return best;
}

/**
 * Embeds the probe and derives what is particular to a model of which nothing is known: a few hundred short texts. `given` are its
 * prefixes where they are known; else they are looked for. Rejects where the embedder does.
 */
export async function measureEmbedder(embedder: Measured, probe: Probe, given?: Prefixes): Promise<EmbedderMeasures> {
  const { prefixes, found } = given
    ? { prefixes: given, found: await likenessesOf(prefixed(embedder, given), probe) }
    : await findPrefixes(embedder, probe);
  const inContext = await likenessesOf(prefixed(embedder, prefixes), probe, CONTEXT_SHARE);
  const gains = isBetter(inContext.asked, found.asked, LIKELY);
  return {
    calibration: gains ? deriveCalibration(inContext, CONTEXT_SHARE) : deriveCalibration(found, 0),
    prefixes,
  };
}
