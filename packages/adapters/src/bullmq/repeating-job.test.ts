import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRepeatingJob } from './bull-queue.js';
import { createConnections } from './connections.js';
import { createOutageLog } from './outage-log.js';
import { silent } from './testing/jobs.js';
import { hasRedis, type RedisServer, startRedisServer } from './testing/redis-server.js';

describe.runIf(await hasRedis())('work that comes round', () => {
  let server: RedisServer;
  beforeEach(async () => {
    server = await startRedisServer();
  });
  afterEach(() => server.close());

  it('has not failed where Redis goes away as a round begins: the next round does it', async () => {
    const log = silent();
    const outage = createOutageLog(log, { lost: vi.fn(), back: vi.fn() });
    const connections = createConnections(server.url, outage);
    // A command that was sent when the connection broke fails like this.
    const broken = vi.spyOn(connections.producer, 'llen').mockRejectedValueOnce(new Error('Connection is closed.'));
    const work = vi.fn(async () => undefined);
    const options = { name: 'sweep', everyMs: 50, prefix: 'rounds', connections, outage, log } as const;
    const rounds = startRepeatingJob({ ...options, work });
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), { timeout: 60_000, interval: 20 });
    expect(broken.mock.calls.length).toBeGreaterThan(1);
    expect(log.error).not.toHaveBeenCalled();
    await rounds.stop(1_000);
    connections.disconnect();
  });
});
