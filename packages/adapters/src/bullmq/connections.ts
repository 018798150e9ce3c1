import { Redis, type RedisOptions } from 'ioredis';
import type { OutageLog } from './outage-log.js';

/** ms that a hanging server keeps a connection. */
const HANGS = 2_000;

const common: RedisOptions = {
  connectTimeout: HANGS,
  retryStrategy: (times) => Math.min(50 * times, 1_000),
};

/** For callers of the queue: a command fails at once where it cannot be sent, and is never sent later. */
const failFast: RedisOptions = {
  ...common,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: HANGS,
  socketTimeout: HANGS,
};

/** For workers: commands wait for the server. The timeout is longer than any command of BullMQ blocks. */
const patient: RedisOptions = { ...common, maxRetriesPerRequest: null, socketTimeout: 15_000 };

export interface Connections {
  producer: Redis;
  /** Rejects when commands cannot be sent now; waits only for the very first connection. */
  reachable(): Promise<void>;
  /** Made at the first call; BullMQ copies it for blocking commands. */
  worker(): Redis;
  onLost(listener: () => void): void;
  onReady(listener: () => void): void;
  disconnect(): void;
}

export function createConnections(url: string, outage: OutageLog): Connections {
  const producer = new Redis(url, failFast);
  let worker: Redis | undefined;
  let closing = false;

  const tried = new Promise<void>((resolve) => {
    producer.once('ready', resolve);
    producer.once('close', resolve);
  });
  let reason: string | undefined;
  producer.on('error', ({ message }) => {
    reason = message;
  });
  producer.on('ready', () => {
    reason = undefined;
    outage.over();
  });
  producer.on('close', () => {
    if (!closing) outage.began(reason ?? 'The connection was closed.');
  });

  return {
    producer,
    async reachable() {
      await tried;
      if (producer.status !== 'ready') throw new Error('Redis cannot be reached.');
    },
    worker() {
      worker ??= new Redis(url, patient).on('error', outage.trouble);
      return worker;
    },
    onLost: (listener) => void producer.on('close', listener),
    onReady: (listener) => void producer.on('ready', listener),
    disconnect() {
      closing = true;
      worker?.disconnect();
      producer.disconnect();
    },
  };
}
