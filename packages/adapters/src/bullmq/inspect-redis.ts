import type { Log } from '@hippocamp/core/ports/log';
import type { Redis } from 'ioredis';

/** BullMQ needs this version or a later one. */
const LEAST_VERSION = [6, 2] as const;

const isOlder = (version: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < LEAST_VERSION[0] || (major === LEAST_VERSION[0] && minor < LEAST_VERSION[1]);
};

/** Empty where a managed server forbids the command. */
const askInfo = async (redis: Redis): Promise<ReadonlyMap<string, string>> => {
  const info = await redis.info().catch(() => '');
  return new Map(
    info.split(/\r?\n/).flatMap((line) => {
      const [name, value] = line.split(':', 2);
      return name && value !== undefined ? [[name, value] as const] : [];
    }),
  );
};

/** Warns of settings that make the queue lose jobs. The outbox brings them back, later. */
export async function inspectRedis(redis: Redis, log: Log): Promise<void> {
  const info = await askInfo(redis);
  const version = info.get('redis_version');
  const policy = info.get('maxmemory_policy');
  if (version !== undefined && isOlder(version)) {
    log.warn({ version }, `this Redis is older than ${LEAST_VERSION.join('.')}, which the queue is made for`);
  }
  if (policy !== undefined && policy !== 'noeviction') {
    log.warn({ policy }, 'Redis evicts keys when it is full; set maxmemory-policy noeviction');
  }
  if (info.get('aof_enabled') === '0') {
    log.warn({}, 'Redis forgets its jobs when it restarts; set appendonly yes. The outbox brings them back, later');
  }
}
