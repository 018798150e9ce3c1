import type { FaultRig } from './rig.js';

/** `end` follows `begin` after `seconds`. */
export interface Fault {
  name: string;
  seconds: number;
  begin(rig: FaultRig): Promise<void>;
  end(rig: FaultRig): Promise<void>;
}

const nothing = async () => undefined;

const databaseFaults: Fault[] = [
  {
    name: 'PostgreSQL stands still',
    seconds: 20,
    begin: ({ servers }) => servers.postgres.freeze(),
    end: ({ servers }) => servers.postgres.thaw(),
  },
  {
    name: 'PostgreSQL loses power, and comes back',
    seconds: 10,
    begin: ({ servers }) => servers.postgres.crash(),
    end: ({ servers }) => servers.postgres.start(),
  },
  {
    name: 'PostgreSQL is refused on the way',
    seconds: 10,
    begin: async ({ database }) => database.set({ kind: 'down' }),
    end: async ({ database }) => database.set({ kind: 'clear' }),
  },
  {
    name: 'answers of PostgreSQL get lost, fifty of them',
    seconds: 5,
    begin: async ({ database }) => database.set({ kind: 'drop answers', left: 50 }),
    end: async ({ database }) => database.set({ kind: 'clear' }),
  },
];

const redisFaults: Fault[] = [
  {
    name: 'Redis stands still',
    seconds: 20,
    begin: async ({ servers }) => servers.redis.pause(),
    end: async ({ servers }) => servers.redis.resume(),
  },
  {
    name: 'Redis is killed, and comes back',
    seconds: 10,
    begin: ({ servers }) => servers.redis.kill(),
    end: ({ servers }) => servers.redis.start(),
  },
  {
    name: 'Redis is emptied',
    seconds: 1,
    begin: async ({ servers }) => void (await servers.redis.tell(['flushall'])),
    end: nothing,
  },
  {
    name: 'Redis is out of memory',
    seconds: 15,
    begin: async ({ servers }) => void (await servers.redis.tell(['config', 'set', 'maxmemory', '1'])),
    end: async ({ servers }) => void (await servers.redis.tell(['config', 'set', 'maxmemory', '0'])),
  },
];

const qdrantFaults: Fault[] = [
  {
    name: 'Qdrant stands still',
    seconds: 20,
    begin: async ({ qdrant }) => qdrant.set({ kind: 'silent' }),
    end: async ({ qdrant }) => qdrant.set({ kind: 'clear' }),
  },
  {
    name: 'Qdrant is refused on the way',
    seconds: 10,
    begin: async ({ qdrant }) => qdrant.set({ kind: 'down' }),
    end: async ({ qdrant }) => qdrant.set({ kind: 'clear' }),
  },
  { name: 'Qdrant comes up empty', seconds: 1, begin: (rig) => rig.emptyIndex(), end: nothing },
];

const processFaults: Fault[] = [
  {
    name: 'a gateway is killed, and started again',
    seconds: 5,
    begin: (rig) => rig.kill('gateway'),
    end: (rig) => rig.start('gateway'),
  },
  {
    name: 'a worker is killed, and started again',
    seconds: 5,
    begin: (rig) => rig.kill('worker'),
    end: (rig) => rig.start('worker'),
  },
  { name: 'both gateways are replaced, one after the other', seconds: 1, begin: (rig) => rig.roll(), end: nothing },
];

export const faults: readonly Fault[] = [...databaseFaults, ...redisFaults, ...qdrantFaults, ...processFaults];
