import { EventEmitter } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createOutgoing, type OutgoingBounds } from './outgoing.js';

const MIB = 1024 * 1024;
const bounds: OutgoingBounds = {
  places: {
    reads: { ofAll: 10, ofTenant: 6 },
    writes: { ofAll: 10, ofTenant: 6 },
    calls: { ofAll: 2, ofTenant: 1 },
    forgets: { ofAll: 2, ofTenant: 1 },
    comparisons: { ofAll: 2, ofTenant: 1 },
    imports: { ofAll: 2, ofTenant: 1 },
  },
  bytes: { ofAll: 64 * MIB, ofTenant: 32 * MIB, ofConnection: 16 * MIB, ofNobody: 24 * MIB },
  patience: 60_000,
  pressed: 0,
  long: 60_000,
};

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

const part = Buffer.alloc(MIB / 16, 'a');

/** A client that takes so many parts; it is held in no buffer of the system. */
const clientOf = (parts: number) => {
  let left = parts;
  const socket = Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy() {
      this.destroyed = true;
    },
  });
  const write = () => left-- > 0;
  const made = Object.assign(new EventEmitter(), { req: { socket }, write, end: () => undefined });
  return { socket, response: made as unknown as ServerResponse };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Answers `/tenant/size` with that many MiB. */
const stage = async (over: Partial<OutgoingBounds> = {}) => {
  const outgoing = createOutgoing({ ...bounds, ...over });
  let connected = 0;
  let answered = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    const [, tenant = '', size = '0'] = request.url?.split('/') ?? [];
    const withPlaces = ['unasked', ''].includes(tenant)
      ? (work: () => Promise<void>) => work()
      : outgoing.withPlaces.bind(null, 'reads', tenant, 1);
    await withPlaces(async () => {
      const parts = Array.from({ length: Number(size) * 16 }, () => part);
      response.setHeader('content-length', Number(size) * MIB);
      void outgoing.send(response, tenant, parts);
    });
    most = Math.max(most, outgoing.waiting());
    answered += 1;
  });
  server.on('connection', () => {
    connected += 1;
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, times = 1) => {
    const socket = connect(port, '127.0.0.1').pause();
    sockets.push(socket.on('error', () => undefined));
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(times));
    return socket;
  };
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  /** True when `of` connections came and all but `left` were cut off. */
  const isCut = async (of: number, left = 0) => connected >= of && (await open()) <= left;
  const read = async (path: string) =>
    (await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer()).byteLength;
  return { outgoing, ask, read, isCut, answered: () => answered, most: () => most };
};

describe('answers that nobody reads', () => {
  it('wait in the bytes of their tenant and of all, and whoever reads is served beside them', async () => {
    const { outgoing, ask, read, isCut, answered, most } = await stage();
    for (const tenant of ['a', 'b', 'c', 'd']) for (let count = 0; count < 10; count += 1) ask(`/${tenant}/12`);
    await expect.poll(answered).toBe(40);
    await expect.poll(() => isCut(40, 20)).toBe(true);
    expect(most()).toBeLessThan(80 * MIB);
    expect(await read('/a/12')).toBe(12 * MIB);
    expect(await read('/e/12')).toBe(12 * MIB);
    expect(outgoing.waiting()).toBeGreaterThan(0);
  });

  it('wait in the bytes of their connection, however many are asked for on it', async () => {
    const { outgoing, ask, isCut } = await stage();
    ask('/a/5', 10);
    await expect.poll(() => isCut(1)).toBe(true);
    expect(outgoing.waiting()).toBe(0);
  });

  it('are cut off where they were made without asking for room, and as many wait already', async () => {
    const { outgoing, ask, isCut } = await stage({ pressed: 60_000 });
    for (let count = 0; count < 40; count += 1) ask('/unasked/12');
    await expect.poll(() => isCut(40, 20)).toBe(true);
    expect(outgoing.waiting()).toBeLessThan(48 * MIB);
  });

  it('of many tenants wait and queue in the bytes of all, and the others are cut off', async () => {
    const bytes = { ofAll: 100, ofTenant: 40, ofConnection: 100, ofNobody: 0 };
    const outgoing = createOutgoing({ ...bounds, bytes, pressed: 60_000 });
    const deaf = Array.from({ length: 12 * 20 }, () => clientOf(0));
    for (const [at, { response }] of deaf.entries()) void outgoing.send(response, `${at % 12}`, [Buffer.alloc(10)]);
    await expect.poll(() => outgoing.waiting()).toBeGreaterThan(100);
    expect(deaf.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(22);
  });

  it('of no tenant hold up neither a probe nor a tenant, and the connection with most of them is cut off', async () => {
    const { outgoing, ask, read, isCut, answered } = await stage({ pressed: 60_000 });
    for (let count = 0; count < 6; count += 1) ask('//5', 3);
    await expect.poll(answered).toBe(18);
    expect(await read('//0')).toBe(0);
    expect(await read('/a/12')).toBe(12 * MIB);
    await expect.poll(() => isCut(6, 3)).toBe(true);
    await expect.poll(outgoing.waiting).toBe(0);
  });

  it('are cut off where little of them is taken again and again, and others wait', async () => {
    const { ask, read, answered } = await stage({ long: 500, pressed: 60_000 });
    const slow = Array.from({ length: 3 }, () => ask('/a/24'));
    await expect.poll(answered).toBe(2);
    const sips = setInterval(() => {
      for (const socket of slow) socket.read(1000);
    }, 10);
    expect(await read('/a/1').finally(() => clearInterval(sips))).toBe(MIB);
  });

  it('are cut off, and not those that are made slowly for a quick client', async () => {
    const bytes = { ofAll: 1000, ofTenant: 1000, ofConnection: 9000, ofNobody: 0 };
    const outgoing = createOutgoing({ ...bounds, bytes, pressed: 60_000, long: 0 });
    const [quick, slow] = [clientOf(9), clientOf(1)];
    async function* made() {
      yield 'a';
      await new Promise(() => undefined);
    }
    void outgoing.stream(quick.response, 'a', made());
    void outgoing.send(
      slow.response,
      'a',
      [500, 2000, 1].map((size) => Buffer.alloc(size)),
    );
    await expect.poll(outgoing.waiting).toBe(2001);
    await outgoing.room('a');
    expect([quick.socket.destroyed, slow.socket.destroyed]).toEqual([false, true]);
  });

  const small = () => Buffer.alloc(10);
  /** A client that has taken a little just now, so that it is not silent. */
  const sip = async ({ response }: ReturnType<typeof clientOf>) => {
    response.emit('drain');
    await settled();
  };

  it('that take most of a tenant beyond its own room go before slower ones, as soon as somebody waits for room of all', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const bytes = { ofAll: 100, ofTenant: 40, ofConnection: 1000, ofNobody: 0 };
    const outgoing = createOutgoing({ ...bounds, bytes, pressed: 1000, long: 10_000 });
    const [greedy, modest, thin] = [clientOf(0), clientOf(0), clientOf(0)];
    void outgoing.send(thin.response, 'a', [small(), small(), small()]);
    await vi.advanceTimersByTimeAsync(2000);
    void outgoing.send(modest.response, 'b', [small(), small(), small()]);
    await vi.advanceTimersByTimeAsync(9000);
    void outgoing.send(greedy.response, 'a', [small(), small(), Buffer.alloc(100)]);
    await vi.advanceTimersByTimeAsync(900);
    for (const client of [greedy, modest, thin]) await sip(client);
    const freed: true[] = [];
    const waiting = outgoing.room('c').then(() => freed.push(true));
    const cut = () => [greedy, modest, thin].map(({ socket }) => socket.destroyed);
    await vi.advanceTimersByTimeAsync(60);
    expect([freed, ...cut()]).toEqual([[], false, false, false]);
    await vi.advanceTimersByTimeAsync(200);
    expect([freed, ...cut()]).toEqual([[true], true, false, false]);
    await waiting;
  });

  it('queue up to the room of their tenant, each counted before it is let in', async () => {
    const bytes = { ofAll: 1000, ofTenant: 40, ofConnection: 1000, ofNobody: 0 };
    const outgoing = createOutgoing({ ...bounds, bytes, pressed: 60_000 });
    void outgoing.send(clientOf(0).response, 'a', [Buffer.alloc(50)]);
    await expect.poll(outgoing.waiting).toBe(50);
    const clients = [30, 100, 10].map((size) => ({ size, ...clientOf(0) }));
    for (const { response, size } of clients) void outgoing.send(response, 'a', [Buffer.alloc(size)]);
    await settled();
    expect(clients.map(({ socket }) => socket.destroyed)).toEqual([false, true, false]);
  });

  it('are cut off where nothing of them is taken in time', async () => {
    const { outgoing, ask, isCut } = await stage({ patience: 20 });
    ask('/a/8');
    ask('/a/1', 12);
    await expect.poll(() => isCut(2)).toBe(true);
    expect(outgoing.waiting()).toBe(0);
  });

  it('are looked at once for all that wait for room, which then go on in their order', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const outgoing = createOutgoing({ ...bounds, bytes: { ...bounds.bytes, ofTenant: 100 }, pressed: 60_000 });
    const slow = clientOf(0).response;
    void outgoing.send(slow, 'a', [Buffer.alloc(101)]);
    await expect.poll(outgoing.waiting).toBe(101);
    const before = vi.getTimerCount();
    const began: number[] = [];
    const waiting = Array.from({ length: 500 }, (_, at) => outgoing.room('a').then(() => began.push(at)));
    expect(vi.getTimerCount() - before).toBe(1);
    slow.emit('close');
    await vi.advanceTimersByTimeAsync(20);
    await Promise.all(waiting);
    expect(began).toEqual(waiting.map((_, at) => at));
  });

  it('that wait for room go on one by one, as each holds room of the next', async () => {
    const outgoing = createOutgoing({ ...bounds, bytes: { ...bounds.bytes, ofTenant: 100 }, pressed: 60_000 });
    const [leaves, stays] = [clientOf(0).response, clientOf(0).response];
    for (const response of [leaves, stays]) void outgoing.send(response, 'a', [Buffer.alloc(60)]);
    await expect.poll(outgoing.waiting).toBe(120);
    for (let count = 0; count < 4; count += 1) void outgoing.send(clientOf(0).response, 'a', [Buffer.alloc(33)]);
    leaves.emit('close');
    await expect.poll(outgoing.waiting).toBe(60 + 2 * 33);
    await new Promise((resolve) => setImmediate(resolve));
    expect(outgoing.waiting()).toBe(60 + 2 * 33);
  });

  it('are held no more once their clients left or have them', async () => {
    const { outgoing, ask, read, answered } = await stage({ pressed: 60_000 });
    ask('/a/8');
    await expect.poll(answered).toBe(1);
    for (const socket of sockets) socket.destroy();
    await expect.poll(outgoing.waiting).toBe(0);
    const sizes = await Promise.all(Array.from({ length: 6 }, () => read('/a/20')));
    expect(sizes).toEqual(sizes.map(() => 20 * MIB));
    await expect.poll(outgoing.waiting).toBe(0);
  });
});

describe('answers that are made at once', () => {
  it('are not held up by those of tenants whose clients are too slow', async () => {
    const places = { ...bounds.places, reads: { ofAll: 2, ofTenant: 1 } };
    const few = { places, bytes: { ...bounds.bytes, ofTenant: 8 * MIB } };
    const { ask, read, answered } = await stage({ ...few, pressed: 600_000, patience: 600_000 });
    for (const tenant of ['a', 'b']) ask(`/${tenant}/30`);
    await expect.poll(answered).toBe(2);
    // Both wait for their own room, and could hold all places.
    for (const tenant of ['a', 'b']) ask(`/${tenant}/1`);
    expect(await read('/c/1')).toBe(MIB);
  });

  it('hold no more items than fit, and leave some to others', async () => {
    const outgoing = createOutgoing(bounds);
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const make = (tenant: string, items: number) =>
      outgoing.withPlaces('reads', tenant, items, () => {
        running.push(`${tenant} ${items}`);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = [make('a', 4), make('a', 100), make('a', 2), make('b', 4), make('b', 6)];
    await expect.poll(() => running).toEqual(['a 4', 'b 4']);
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all);
    expect(running).toEqual(['a 4', 'b 4', 'a 100', 'b 6', 'a 2']);
  });

  it('wait for those that are made already, and meanwhile others go on', async () => {
    const outgoing = createOutgoing({
      ...bounds,
      bytes: { ofAll: 1000, ofTenant: 100, ofConnection: 1000, ofNobody: 0 },
      pressed: 60_000,
    });
    const [first, second] = [clientOf(0).response, clientOf(0).response];
    void outgoing.send(first, 'a', [Buffer.alloc(120)]);
    await expect.poll(outgoing.waiting).toBe(120);
    // It waits for its room, and would take more than there is.
    void outgoing.send(second, 'a', [Buffer.alloc(120)]);
    first.emit('close');
    const made = outgoing.withPlaces('reads', 'a', 1, async () => 'made');
    expect(await outgoing.withPlaces('reads', 'b', 1, async () => 'beside')).toBe('beside');
    await expect.poll(outgoing.waiting).toBe(120);
    second.emit('close');
    expect(await made).toBe('made');
  });
});
