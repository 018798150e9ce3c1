import type { MemoryRecord, TenantRepositories } from '../../ports/records.js';
import { chunksOf } from '../in-parts.js';
import { METHOD } from '../memory-store/compose.js';
import { isRewritten } from '../memory-store/distilled-parts.js';
import { sharedPlaces } from '../text/shared-words.js';
import { pace } from '../waiting.js';
import type { EarlierTexts } from './later-words.js';
import { holdsTaken } from './quoted-words.js';
import { type Wordings, wordingsOf } from './wordings-of.js';

/** Distilled memories that are looked at together. A client may import any number from one source. */
const TOGETHER = 50;
/** UTF-16 units of wordings that are compared at once: the earlier texts are gone through for each time. */
const COMPARED = 4 * 1024 * 1024;

interface Worded {
  id: string;
  text: string;
}

/** What each says, and what it said before. */
async function* wordedBy(wordings: readonly Wordings[]): AsyncGenerator<Worded> {
  for (const { id, content, told } of wordings) {
    yield { id, text: content };
    for await (const text of told) yield { id, text };
    await pace();
  }
}

async function* someAtOnce(worded: AsyncIterable<Worded>, most: number): AsyncGenerator<Worded[]> {
  let held: Worded[] = [];
  let units = 0;
  for await (const one of worded) {
    held.push(one);
    units += one.text.length;
    if (units < most) continue;
    yield held;
    [held, units] = [[], 0];
  }
  if (held.length > 0) yield held;
}

interface Taking {
  memory: Pick<MemoryRecord, 'id'>;
  taken: ReadonlySet<string>;
}

/** A language model may have told the words in others. */
const saysWhatItsSourcesSay = ({ provenance }: Pick<MemoryRecord, 'provenance'>): boolean =>
  provenance?.method === METHOD || isRewritten({ provenance });

/**
 * The ids of memories distilled of these that hold none of the words which these had taken, now or in their history:
 * they were distilled after a client had left those words out.
 */
export async function distilledWithout(
  repositories: TenantRepositories,
  sources: readonly Taking[],
  { texts, least }: EarlierTexts,
): Promise<Set<string>> {
  const { lifecycle } = repositories;
  const taken = new Set(sources.flatMap((one) => [...one.taken]));
  const ids = await lifecycle.distilledFrom(sources.map(({ memory }) => memory.id));
  const without = new Set<string>();
  for (const some of chunksOf(ids, TOGETHER)) {
    const told = (await lifecycle.distilled(some)).filter(saysWhatItsSourcesSay).map(({ id }) => id);
    const wordings = await wordingsOf(repositories, told);
    for (const { id } of wordings) without.add(id);
    for await (const worded of someAtOnce(wordedBy(wordings), COMPARED)) {
      const earlier = await sharedPlaces(
        worded.map(({ text }) => text),
        texts,
        least,
      );
      for (const { id, text } of worded) if (holdsTaken(text, earlier, taken)) without.delete(id);
    }
  }
  return without;
}
