import { z } from 'zod';

const listed = z.object({ result: z.object({ collections: z.array(z.object({ name: z.string() })) }) });

/** Names of a Qdrant's collections that begin with a prefix. */
export async function collectionsOf(url: string, prefix: string): Promise<string[]> {
  const answer = await fetch(new URL('/collections', url));
  const { collections } = listed.parse(await answer.json()).result;
  return collections.map(({ name }) => name).filter((name) => name.startsWith(prefix));
}

/** Removes those collections; others are left alone. */
export async function removeCollections(url: string, prefix: string): Promise<void> {
  for (const name of await collectionsOf(url, prefix)) {
    await fetch(new URL(`/collections/${name}`, url), { method: 'DELETE' });
  }
}
