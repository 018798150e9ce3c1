import { dumpRedis } from '@hippocamp/adapters/bullmq/testing/dump-redis';
import { quietLog } from '@hippocamp/core/testing/builders';
import { dumpDatabase, dumpTables } from '@hippocamp/db/engine/testing/dump-database';
import { openEmbeddedRecords } from '../engines/embedded.js';
import { collectionsOf } from './collections.js';

/** All that the points of a collection hold. */
async function dumpCollection(url: string, name: string): Promise<string> {
  const answer = await fetch(new URL(`/collections/${name}/points/scroll`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ limit: 10_000, with_payload: true, with_vector: true }),
  });
  return answer.text();
}

/** Dumps the records and the index of a data folder that no process has open. */
async function dumpFolder(path: string): Promise<string> {
  const { sql, close } = await openEmbeddedRecords(path, quietLog);
  try {
    return await dumpTables(sql);
  } finally {
    await close();
  }
}

/** Dumps the engines of a place as text, to look for words in it. An embedded place only after its process has ended. */
export async function dumpStores(settings: Record<string, string>): Promise<Record<string, string>> {
  if (settings.HIPPOCAMP_DATA) return { folder: await dumpFolder(settings.HIPPOCAMP_DATA) };
  const { DATABASE_URL = '', REDIS_URL = '', REDIS_PREFIX = '', QDRANT_URL = '', QDRANT_PREFIX = '' } = settings;
  const names = await collectionsOf(QDRANT_URL, QDRANT_PREFIX);
  const collections = await Promise.all(names.map((name) => dumpCollection(QDRANT_URL, name)));
  return {
    database: await dumpDatabase(DATABASE_URL),
    redis: await dumpRedis(REDIS_URL, REDIS_PREFIX),
    qdrant: collections.join('\n'),
  };
}
