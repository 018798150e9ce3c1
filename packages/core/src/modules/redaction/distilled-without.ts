import type { MemoryRecord, TenantRepositories } from '../../ports/records.js';
import { chunksOf, gathered } from '../in-parts.js';
import { METHOD } from '../memory-store/compose.js';
import { isRewritten } from '../memory-store/distilled-parts.js';
import { sharedPlaces } from '../text/shared-words.js';
import { pace } from '../waiting.js';
import { COMPARED, type EarlierTexts } from './later-words.js';
import { holdsTaken } from './quoted-words.js';
import { wordingsOf } from './wordings-of.js';

/** Distilled memories that are looked at together. A client may import any number from one source. */
const TOGETHER = 50;

interface Worded {
  id: string;
  text: string;
}

interface Taking {
  memory: Pick<MemoryRecord, 'id'>;
  taken: ReadonlySet<string>;
}

/** A language model may have told the words in others. */
const saysWhatItsSourcesSay = ({ provenance }: Pick<MemoryRecord, 'provenance'>): boolean =>
  provenance?.method === METHOD || isRewritten({ provenance });

/** What each says, and what it said before. */
async function* wordedBy(repositories: TenantRepositories, ids: readonly string[]): AsyncGenerator<Worded> {
  for (const some of chunksOf(ids, TOGETHER)) {
    const distilled = await repositories.lifecycle.distilled(some);
    const told = distilled.filter(saysWhatItsSourcesSay).map(({ id }) => id);
    for (const { id, content, told: earlier } of await wordingsOf(repositories, told)) {
      yield { id, text: content };
      for await (const text of earlier) yield { id, text };
      await pace();
    }
  }
}

/**
 * The ids of memories distilled of these that hold none of the words which these had taken, now or in their history:
 * they were distilled after a client had left those words out.
 */
export async function distilledWithout(
  repositories: TenantRepositories,
  sources: readonly Taking[],
  { texts, least }: EarlierTexts,
): Promise<Set<string>> {
  const taken = new Set(sources.flatMap((one) => [...one.taken]));
  const ids = await repositories.lifecycle.distilledFrom(sources.map(({ memory }) => memory.id));
  const without = new Set<string>();
  const holding = new Set<string>();
  const together = { units: COMPARED, unitsOf: ({ text }: Worded) => text.length };
  for await (const worded of gathered(wordedBy(repositories, ids), together)) {
    const contents = worded.map(({ text }) => text);
    const earlier = await sharedPlaces(contents, texts, least);
    for (const { id, text } of worded) (holdsTaken(text, earlier, taken) ? holding : without).add(id);
  }
  return new Set([...without].filter((id) => !holding.has(id)));
}
