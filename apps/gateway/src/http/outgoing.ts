import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createSemaphore, pause } from '@hippocamp/core/modules/waiting';

interface Share {
  ofAll: number;
  ofTenant: number;
}

/** The kinds of work with places of their own: items read, items written, and tool calls. */
export type Made = 'reads' | 'writes' | 'calls';

export interface OutgoingBounds {
  /** Places of answers that are made at once: of all tenants, and of one. */
  places: Record<Made, Share>;
  /** Bytes that wait for their readers: of all, of one tenant, and on one connection. */
  bytes: Share & { ofConnection: number };
  /** ms in which a reader takes the next part of an answer; `pressed` where others wait for its room, who are given that of the slowest who had longer than `long`. */
  patience: number;
  pressed: number;
  long: number;
}

const MIB = 1024 * 1024;

const usual: OutgoingBounds = {
  places: {
    reads: { ofAll: 1000, ofTenant: 500 },
    writes: { ofAll: 1000, ofTenant: 250 },
    calls: { ofAll: 12, ofTenant: 3 },
  },
  bytes: { ofAll: 96 * MIB, ofTenant: 32 * MIB, ofConnection: 32 * MIB },
  patience: 30_000,
  pressed: 1000,
  long: 10_000,
};

/** The bytes that may wait, as a multiple of the bytes held. */
const QUEUED = 3;

/** ms between two looks whether there is room. */
const EVERY = 20;

/**
 * Answers from their making until their readers have them. Who takes nothing of one in time is cut off, sooner where others wait for the
 * room.
 */
export interface Outgoing {
  /** Makes an answer that takes so many places when there is room for it. */
  withPlaces<Result>(what: Made, tenant: string, places: number, make: () => Promise<Result>): Promise<Result>;
  /** Resolves when there is room: before work whose answer takes no place, since that waits for others. */
  room(tenant: string): Promise<void>;
  /** Writes an answer as fast as it is read. Resolves when the last part is on its way, or nobody is there any more. */
  send(response: ServerResponse, tenant: string, parts: Buffer[]): Promise<void>;
  /** The same of parts that are made meanwhile, from so many bytes at a time. */
  stream(
    response: ServerResponse,
    tenant: string,
    parts: AsyncIterable<string | Uint8Array>,
    from?: number,
  ): Promise<void>;
  /** Bytes that wait. */
  waiting(): number;
}

/** An answer that is not all taken. */
interface Held {
  tenant: string;
  socket: Socket;
  bytes: number;
  /** Since when, how much of it was taken, and how many ms its reader was waited for. */
  began: number;
  read: number;
  waited: number;
  /** Since when its reader is waited for, and what cuts it off. */
  awaited?: { since: number; timer: NodeJS.Timeout };
  /** Has its writer go on. */
  wake?: () => void;
}

const ALL = Symbol('of all');

/** Bytes by whose they are. */
function createSums() {
  const sums = new Map<unknown, number>();
  return {
    of: (key: unknown) => sums.get(key) ?? 0,
    add(keys: readonly unknown[], bytes: number) {
      for (const key of keys) {
        const sum = (sums.get(key) ?? 0) + bytes;
        if (sum > 0) sums.set(key, sum);
        else sums.delete(key);
      }
    },
  };
}

/** The answers that wait for their readers. */
function createLedger({ bytes: { ofAll, ofTenant, ofConnection }, patience, pressed, long }: OutgoingBounds) {
  const held = new Set<Held>();
  const followed = new WeakSet<Socket>();
  const { of: sum, add: addTo } = createSums();
  const queued = createSums();

  const add = (one: Held, bytes: number) => {
    one.bytes += bytes;
    addTo([one.socket, one.tenant, ALL], bytes);
    if (bytes > 0 && one.bytes < sum(one.socket) && sum(one.socket) > ofConnection) cut(one.socket);
  };

  const taken = (one: Held, bytes: number) => {
    if (one.awaited) one.waited += performance.now() - one.awaited.since;
    clearTimeout(one.awaited?.timer);
    delete one.awaited;
    one.read += bytes;
    if (held.has(one)) add(one, -bytes);
  };

  const release = (one: Held) => {
    taken(one, one.bytes);
    held.delete(one);
    one.wake?.();
  };

  /** A connection goes with all that waits on it. */
  const leave = (socket: Socket) => {
    for (const one of held) if (one.socket === socket) release(one);
  };

  const cut = (socket: Socket) => {
    socket.destroy();
    leave(socket);
  };

  const follow = (socket: Socket) => {
    if (followed.has(socket)) return;
    followed.add(socket);
    socket.once('close', () => leave(socket));
  };

  /** One who takes nothing, or else the slowest: a little now and then would keep others out as well. */
  const cutSlow = (fits: (one: Held) => boolean) => {
    const now = performance.now();
    const all = [...held].filter(fits);
    // An answer that is still being made holds up nobody.
    const reading = all.flatMap((one) => (one.awaited && one.bytes > 0 ? [{ ...one, since: one.awaited.since }] : []));
    const silent = reading.find(({ since }) => now - since > pressed);
    const speedOf = ({ read, waited, since }: (typeof reading)[number]) => read / (waited + now - since + 1);
    const slowest = () =>
      reading.filter(({ began }) => now - began > long).sort((one, other) => speedOf(one) - speedOf(other))[0];
    const slow = silent ?? slowest();
    if (slow) cut(slow.socket);
    return slow !== undefined;
  };

  const roomOf = async (key: unknown, most: number, fits: (one: Held) => boolean) => {
    while (sum(key) > most) if (!cutSlow(fits)) await pause(EVERY);
  };

  const room = async (tenant: string) => {
    await roomOf(tenant, ofTenant, (one) => one.tenant === tenant);
    await roomOf(ALL, ofAll, () => true);
  };

  /** An answer that waits for its own tenant's room takes none of others. */
  const hasRoom = (tenant: string) =>
    sum(tenant) + queued.of(tenant) <= ofTenant && sum(ALL) <= ofAll && queued.of(ALL) <= QUEUED * ofAll;

  return {
    add,
    taken,
    release,
    all: () => sum(ALL),
    hasRoom,
    has: (one: Held) => held.has(one),
    hold(one: Held) {
      held.add(one);
      follow(one.socket);
    },
    /** Starts the time that its reader has for the next part. */
    await(one: Held) {
      one.awaited = { since: performance.now(), timer: setTimeout(() => cut(one.socket), patience).unref() };
    },
    /** Has an answer that is made already wait. Beyond what answers that took places come to, its reader is cut off. */
    async queue(tenant: string, socket: Socket, bytes: number) {
      const keys = [tenant, ALL];
      if (queued.of(tenant) > QUEUED * ofTenant || queued.of(ALL) > QUEUED * ofAll) return cut(socket);
      queued.add(keys, bytes);
      await room(tenant).finally(() => queued.add(keys, -bytes));
    },
    room,
  };
}

export function createOutgoing(bounds: OutgoingBounds = usual): Outgoing {
  const semaphoreOf = ({ ofAll, ofTenant }: Share) => createSemaphore(ofAll, ofTenant);
  const { reads, writes, calls } = bounds.places;
  const semaphores = { reads: semaphoreOf(reads), writes: semaphoreOf(writes), calls: semaphoreOf(calls) };
  const ledger = createLedger(bounds);

  const begin = async (response: ServerResponse, tenant: string, bytes: number): Promise<Held> => {
    const { socket } = response.req;
    await ledger.queue(tenant, socket, bytes);
    const one: Held = { tenant, socket, bytes: 0, began: performance.now(), read: 0, waited: 0 };
    if (socket.destroyed) return one;
    ledger.hold(one);
    ledger.add(one, bytes);
    response.once('close', () => ledger.release(one));
    return one;
  };

  const write = async (response: ServerResponse, one: Held, part: string | Uint8Array) => {
    if (!response.write(part)) {
      ledger.await(one);
      await new Promise<void>((resolve) => {
        one.wake = resolve;
        response.once('drain', resolve);
      });
    }
    ledger.taken(one, Buffer.byteLength(part));
  };

  const end = (response: ServerResponse, one: Held, part?: Buffer) => {
    if (!ledger.has(one)) return;
    ledger.await(one);
    response.end(part);
  };

  return {
    async withPlaces(what, tenant, places, make) {
      // An answer that waits for room takes no place of those that have it.
      for (;;) {
        await ledger.room(tenant);
        const made = await semaphores[what].take(
          tenant,
          async () => (ledger.hasRoom(tenant) ? { answer: await make() } : null),
          places,
        );
        if (made) return made.answer;
        // The pause lets readers read and timers run.
        await pause(EVERY);
      }
    },
    async send(response, tenant, parts) {
      const bytes = parts.reduce((sum, { length }) => sum + length, 0);
      const one = await begin(response, tenant, bytes);
      const last = parts.pop();
      for (let part = parts.shift(); part && ledger.has(one); part = parts.shift()) await write(response, one, part);
      end(response, one, last);
    },
    async stream(response, tenant, parts, from = 0) {
      const one = await begin(response, tenant, from);
      for await (const part of parts) {
        if (!ledger.has(one)) return;
        ledger.add(one, Buffer.byteLength(part));
        await write(response, one, part);
      }
      end(response, one);
    },
    room: ledger.room,
    waiting: ledger.all,
  };
}
