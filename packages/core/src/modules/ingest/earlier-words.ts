import type { Extraction } from '../../ports/extractor.js';
import type { EarlierPlace, TenantRepositories } from '../../ports/records.js';
import { overlap, redact } from '../forgetting/redaction.js';
import { sharedWords } from '../forgetting/shared-words.js';
import { standsYet } from './session-window.js';

/** Messages of earlier ingests that a text was read with, and the memories that were drawn from them. */
export interface EarlierWords {
  /** In order. */
  places: readonly EarlierPlace[];
  spoken: readonly { memoryId: string; place: EarlierPlace }[];
}

export const noEarlierWords: EarlierWords = { places: [], spoken: [] };

/** What was read before was deleted or changed while its words were on their way into a memory. */
export class EarlierWordsGone extends Error {
  override readonly name = 'EarlierWordsGone';
  constructor() {
    super('What was said before it in its session was deleted meanwhile; it goes on without that.');
  }
}

const holdsEarlier = ({ contextBefore }: Extraction) => contextBefore !== undefined;

/** A candidate without what it has of earlier messages that are no longer there. */
const withoutEarlier = (extraction: Extraction): Extraction => {
  const { contextBefore, ...rest } = extraction;
  if (contextBefore === undefined) return extraction;
  const own = [rest.sourceSpan, rest.speaker ?? ''];
  return { ...rest, content: redact(rest.content, sharedWords(rest.content, [contextBefore], { own, least: 1 }), []) };
};

/** The candidates as they may be kept; null where all of what they hold still stands. */
export async function withoutGone(
  repositories: Pick<TenantRepositories, 'artifacts'>,
  extractions: readonly Extraction[],
  places: readonly EarlierPlace[],
): Promise<Extraction[] | null> {
  if (!extractions.some(holdsEarlier) || (await standsYet(repositories, places))) return null;
  return extractions.map(withoutEarlier);
}

/** Under the lock of the owner, which whoever deletes has too. Rejects with `EarlierWordsGone`. */
export async function earlierWords(
  repositories: Pick<TenantRepositories, 'artifacts' | 'memories'>,
  extractions: readonly Extraction[],
  places: readonly EarlierPlace[],
): Promise<EarlierWords> {
  if (!extractions.some(holdsEarlier)) return noEarlierWords;
  if (!(await standsYet(repositories, places))) throw new EarlierWordsGone();
  const drawn = await repositories.memories.drawnFrom([...new Set(places.map(({ artifactId }) => artifactId))]);
  const spoken = drawn.flatMap(({ id, sourceArtifactId, span }) => {
    const place = places.find((one) => one.artifactId === sourceArtifactId && span !== null && overlap(one, span));
    return place ? [{ memoryId: id, place }] : [];
  });
  return { places, spoken };
}

/** The messages that the last so many characters of what was said before are of: whose text it is, and which memories'. */
export function sourcesOf({ places, spoken }: EarlierWords, length: number): string[] {
  const reached: EarlierPlace[] = [];
  let left = length;
  for (const place of places.toReversed()) {
    if (left <= 0) break;
    reached.push(place);
    left -= place.end - place.start;
  }
  const memoryIds = spoken.filter(({ place }) => reached.includes(place)).map(({ memoryId }) => memoryId);
  return [...new Set([...reached.map(({ artifactId }) => artifactId), ...memoryIds])];
}
