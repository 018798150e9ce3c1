import { z } from 'zod';

const listed = z.object({ result: z.object({ collections: z.array(z.object({ name: z.string() })) }) });

/** Removes the collections of a Qdrant whose names begin with a prefix; others are left alone. */
export async function removeCollections(url: string, prefix: string): Promise<void> {
  const answer = await fetch(new URL('/collections', url));
  const { collections } = listed.parse(await answer.json()).result;
  for (const { name } of collections) {
    if (name.startsWith(prefix)) await fetch(new URL(`/collections/${name}`, url), { method: 'DELETE' });
  }
}
