import type { Extraction } from '../../ports/extractor.js';
import type { TenantRepositories } from '../../ports/records.js';
import { contentHash } from '../memories/normalise.js';

/** How a context writes a memory: its day, and where it is to be said whose words it tells. */
const line = /^(?:\d{4}-\d\d-\d\d(?: \(([^()]{1,256})\))?: )?/;

const tag = /<\/?[a-z][^<>]{0,200}>/gi;

/** What the memory may say whose words stand in a block: with or without the name before them. */
function wordings({ content, speaker }: Extraction): string[] {
  const label = speaker ? `${speaker}: ` : '';
  const untagged = content.replaceAll(tag, '').trim();
  const said = label !== '' && untagged.startsWith(label) ? untagged.slice(label.length).trim() : untagged;
  const found = line.exec(said);
  const words = said.slice(found?.[0].length ?? 0);
  return [content, untagged, said, words, ...(found?.[1] ? [`${found[1]}: ${words}`] : [])];
}

/**
 * The candidates without those that an agent sends back of what is known: lines of a quoted or tagged block that a memory of this
 * owner says word for word, whether it holds, was replaced or is archived. They were not said now.
 */
export async function withoutSentBack(
  extractions: readonly Extraction[],
  ownerEntityId: string | null,
  { memories }: Pick<TenantRepositories, 'memories'>,
): Promise<Extraction[]> {
  const asked = new Map(
    extractions.flatMap((one) => (one.inBlock ? [[one, [...new Set(wordings(one))].map(contentHash)] as const] : [])),
  );
  if (asked.size === 0) return [...extractions];
  const known = new Set(await memories.sayingExactly(ownerEntityId, [...asked.values()].flat()));
  return extractions.filter((one) => !asked.get(one)?.some((hash) => known.has(hash)));
}
