import { Redis } from 'ioredis';

/** Every key of a prefix with what it holds, as text to look for words in. */
export async function dumpRedis(url: string, prefix: string): Promise<string> {
  const client = new Redis(url);
  const texts: string[] = [];
  try {
    for await (const keys of client.scanStream({ match: `${prefix}*`, count: 1_000 }) as AsyncIterable<string[]>) {
      for (const key of keys) texts.push(key, (await client.dumpBuffer(key))?.toString('latin1') ?? '');
    }
  } finally {
    await client.quit();
  }
  return texts.join('\n');
}
