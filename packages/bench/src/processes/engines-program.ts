import { startServers } from '@hippocamp/runtime/testing/servers';

/**
 * Starts the engines of the production mode in a process of their own, so that the double of Qdrant does not slow down the client
 * that measures. Sends where they are to its parent, and ends with it, however that ends.
 */
async function serve(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: servers that are given have no other way in
  const { DATABASE_URL, REDIS_URL, QDRANT_URL } = process.env;
  const { stop, ...servers } = await startServers({ DATABASE_URL, REDIS_URL, QDRANT_URL });
  const end = () => void stop().finally(() => process.exit(0));
  process.once('disconnect', end);
  // From a terminal they come to every process; the parent decides.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const started = { database: !DATABASE_URL, redis: !REDIS_URL, qdrant: !QDRANT_URL };
  if (process.connected) process.send?.({ servers, started });
  else end();
}

await serve();
