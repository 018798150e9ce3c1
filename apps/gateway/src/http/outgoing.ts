import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createSemaphore, pause } from '@hippocamp/core/modules/waiting';
import { createRoom, EVERY } from './room.js';

interface Share {
  ofAll: number;
  ofTenant: number;
}

/** Each kind has places of its own. A read takes one per item (see `Operation.holds`), a write by its items and bytes, others one. */
export type Made = 'reads' | 'writes' | 'calls' | 'forgets' | 'comparisons' | 'imports';

export interface OutgoingBounds {
  places: Record<Made, Share>;
  bytes: Share & { ofConnection: number; ofNobody: number };
  /**
   * All in ms. A client that takes nothing for `patience` is cut off. Where others wait for room, one that takes
   * nothing for `pressed` is cut off, or else the slowest that began more than `long` ago. Where others wait for room of all
   * and tenants hold more than their own, it is the largest of these instead, `pressed` after it began.
   */
  patience: number;
  pressed: number;
  long: number;
}

const MIB = 1024 * 1024;

const usual: OutgoingBounds = {
  places: {
    reads: { ofAll: 1000, ofTenant: 200 },
    writes: { ofAll: 1000, ofTenant: 250 },
    calls: { ofAll: 6, ofTenant: 2 },
    forgets: { ofAll: 6, ofTenant: 2 },
    comparisons: { ofAll: 2, ofTenant: 1 },
    imports: { ofAll: 6, ofTenant: 2 },
  },
  bytes: { ofAll: 48 * MIB, ofTenant: 16 * MIB, ofConnection: 16 * MIB, ofNobody: 16 * MIB },
  patience: 30_000,
  pressed: 1000,
  long: 10_000,
};

/** Bounds the memory of answers until clients have them; slow clients are cut off, sooner where others wait. */
export interface Outgoing {
  /** Makes an answer once there is room and so many places are free, unless it is `late` by then. */
  withPlaces<Result>(
    what: Made,
    tenant: string,
    places: number,
    make: () => Promise<Result>,
    late?: AbortSignal,
  ): Promise<Result>;
  /** Resolves when there is room. For work that takes no places, because it waits for others. */
  room(tenant: string): Promise<void>;
  send(response: ServerResponse, tenant: string, parts: Buffer[]): Promise<void>;
  /** Sends parts as they are made. `from` is the bytes held while a part is made. */
  stream(
    response: ServerResponse,
    tenant: string,
    parts: AsyncIterable<string | Uint8Array>,
    from?: number,
  ): Promise<void>;
  /** Bytes that wait for all clients. */
  waiting(): number;
}

interface Held {
  tenant: string;
  socket: Socket;
  bytes: number;
  /** Its start, the bytes taken, and the ms spent waiting for its client. */
  began: number;
  read: number;
  waited: number;
  awaited?: { since: number; timer: NodeJS.Timeout };
  wake?: () => void;
}

const ALL = Symbol('of all tenants');

/** Answers of no tenant, such as probes and pages, need no key. They take no room of tenants, and wait for nobody. */
const NOBODY = '';

const keysOf = ({ socket, tenant }: Held): unknown[] => (tenant === NOBODY ? [socket, NOBODY] : [socket, tenant, ALL]);

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

/** Answers by each of their keys, so that those of one key are found without a look at all. */
function createIndex() {
  const sets = new Map<unknown, Set<Held>>();
  return {
    of: (key: unknown): ReadonlySet<Held> => sets.get(key) ?? new Set(),
    add(one: Held) {
      for (const key of keysOf(one)) sets.set(key, (sets.get(key) ?? new Set()).add(one));
    },
    delete(one: Held) {
      for (const key of keysOf(one)) {
        const set = sets.get(key);
        if (set?.delete(one) && set.size === 0) sets.delete(key);
      }
    },
  };
}

/** ms since the client took something of it. */
const silenceOf = ({ awaited }: Held, now: number): number => (awaited ? now - awaited.since : 0);

const speedOf = (one: Held, now: number): number => one.read / (one.waited + silenceOf(one, now) + 1);

function createLedger({ bytes, patience, pressed, long }: OutgoingBounds) {
  const { ofAll, ofTenant, ofConnection, ofNobody } = bytes;
  const held = createIndex();
  const has = (one: Held) => held.of(one.socket).has(one);
  const followed = new WeakSet<Socket>();
  const { of: sum, add: addTo } = createSums();
  const queued = createSums();

  const add = (one: Held, more: number) => {
    one.bytes += more;
    addTo(keysOf(one), more);
    if (more > 0 && one.bytes < sum(one.socket) && sum(one.socket) > ofConnection) cut(one.socket);
    if (more > 0 && sum(NOBODY) > ofNobody) cutLargest();
  };

  const taken = (one: Held, bytes: number) => {
    if (one.awaited) one.waited += performance.now() - one.awaited.since;
    clearTimeout(one.awaited?.timer);
    delete one.awaited;
    one.read += bytes;
    if (has(one)) add(one, -bytes);
  };

  const release = (one: Held) => {
    taken(one, one.bytes);
    held.delete(one);
    one.wake?.();
  };

  const leave = (socket: Socket) => {
    for (const one of held.of(socket)) release(one);
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

  const cutLargest = () => {
    const sockets = [...held.of(NOBODY)].map(({ socket }) => socket);
    cut(sockets.reduce((most, socket) => (sum(socket) > sum(most) ? socket : most)));
  };

  /** A silent one, or else one that fills the room, or else the slowest: a trickle would keep others out too. */
  const cutSlow = (key: unknown) => {
    const now = performance.now();
    // An answer that is still being made does not count.
    const reading = [...held.of(key)].filter(({ awaited, bytes }) => awaited && bytes > 0);
    const older = (than: number, among: Held[]) => among.filter(({ began }) => now - began > than);
    const slowest = () => older(long, reading).sort((one, other) => speedOf(one, now) - speedOf(other, now))[0];
    // One answer may take more than its tenant may hold, and so the room of others.
    const beyond = key === ALL ? reading.filter(({ tenant }) => sum(tenant) > ofTenant) : [];
    const [largest] = beyond.sort((one, other) => other.bytes - one.bytes);
    const slow =
      reading.find((one) => silenceOf(one, now) > pressed) ?? (largest ? older(pressed, [largest])[0] : slowest());
    if (slow) cut(slow.socket);
    return slow !== undefined;
  };

  const roomOf = createRoom(sum, cutSlow);

  const room = async (tenant: string) => {
    await roomOf(tenant, ofTenant);
    await roomOf(ALL, ofAll);
  };

  /** Tested apart, so an answer that waits for its own tenant's room holds no place of others. */
  const hasRoom = (tenant: string) =>
    sum(tenant) + queued.of(tenant) <= ofTenant && sum(ALL) <= ofAll && queued.of(ALL) <= ofAll;

  return {
    add,
    taken,
    release,
    all: () => sum(ALL),
    hasRoom,
    has,
    hold(one: Held) {
      held.add(one);
      follow(one.socket);
    },
    await(one: Held) {
      one.awaited = { since: performance.now(), timer: setTimeout(() => cut(one.socket), patience).unref() };
    },
    /** Lets a finished answer wait for room. Cuts its client off where it would queue behind others, beyond what may be held. */
    async queue(tenant: string, socket: Socket, size: number) {
      if (tenant === NOBODY) return;
      const keys = [tenant, ALL];
      const before = queued.of(tenant);
      const after = before + (sum(tenant) > ofTenant || sum(ALL) > ofAll ? size : 0);
      if ((before > 0 && after > ofTenant) || queued.of(ALL) > ofAll) return cut(socket);
      queued.add(keys, size);
      await room(tenant).finally(() => queued.add(keys, -size));
    },
    room,
  };
}

export function createOutgoing(bounds: OutgoingBounds = usual): Outgoing {
  const semaphoreOf = ({ ofAll, ofTenant }: Share) => createSemaphore(ofAll, ofTenant);
  const { reads, writes, calls, forgets, comparisons, imports } = bounds.places;
  const semaphores = {
    ...{ reads: semaphoreOf(reads), writes: semaphoreOf(writes) },
    ...{ calls: semaphoreOf(calls), forgets: semaphoreOf(forgets) },
    ...{ comparisons: semaphoreOf(comparisons), imports: semaphoreOf(imports) },
  };
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
    async withPlaces(what, tenant, places, make, late) {
      // Room comes first: an answer that waits for it must hold no place.
      for (;;) {
        await ledger.room(tenant);
        const made = await semaphores[what].take(
          tenant,
          async () => (ledger.hasRoom(tenant) ? { answer: await make() } : null),
          places,
          late,
        );
        if (made) return made.answer;
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
