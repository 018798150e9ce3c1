import { describe, expect, it } from 'vitest';
import { createHippocamp } from './create-hippocamp.js';
import { ConnectionFailed, TimedOut, UnexpectedAnswer } from './errors.js';
import { DependencyUnavailable, NotFound, OutcomeUnknown } from './generated/problems.js';
import type { HippocampOptions } from './options.js';
import { type Answering, data, fakePorts, networkError, problem } from './testing/fake-ports.js';

const id = '018f0000-0000-7000-8000-000000000001';
const memory = { tier: 'semantic', content: 'The kettle is blue.' } as const;

const clientOf = (answer: Answering, options: Partial<HippocampOptions> = {}) => {
  const ports = fakePorts(answer);
  return { client: createHippocamp({ baseUrl: 'http://here', tenant: 'acme', ...options }, ports), ports };
};

const failing =
  (times: number, fail: () => Response): Answering =>
  ({ method }, count) =>
    count <= times ? fail() : data({ id }, method === 'POST' ? 201 : 200);

const reset = () => {
  throw networkError('ECONNRESET');
};
const refused = () => {
  throw networkError('ECONNREFUSED');
};
const hangs: Answering = () => new Promise(() => undefined);

describe('a failed request', () => {
  it('is sent again after ever longer waits, with the same key, until it is answered', async () => {
    const { client, ports } = clientOf(failing(4, reset));
    expect(await ports.settle(client.memories.create(memory))).toEqual({ id });
    expect(ports.waits).toEqual([250, 500, 1000, 2000]);
    expect(new Set(ports.sent.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['key-0']));
    expect(new Set(ports.sent.map(({ body }) => body)).size).toBe(1);
  });

  it('is given up after its retries; the error says how often it was tried, and with which key', async () => {
    const { client, ports } = clientOf(reset, { retries: 2 });
    const error = await ports.settle(client.memories.create(memory).catch((caught: unknown) => caught));
    expect(error).toBeInstanceOf(ConnectionFailed);
    expect(error).toMatchObject({
      message: 'http://here/memories could not be reached, or broke off: ECONNRESET',
      place: { operation: 'createMemory', attempts: 3, idempotencyKey: 'key-0' },
    });
  });

  it.each(['too-many-requests', 'overloaded'])(
    'is given up at once where refusals are not tried again, and others are: %s',
    async (name) => {
      const answers = [problem('dependency-unavailable', 503), problem(name, 429, {}, { 'retry-after': '3' })];
      const { client, ports } = clientOf((_sent, count) => answers[count - 1] ?? data({}), { retryRefusals: false });
      const error = await ports.settle(client.memories.stats().catch((caught: unknown) => caught));
      expect(error).toMatchObject({ problem: name, retryAfterMs: 3000 });
      expect(ports.sent).toHaveLength(2);
    },
  );

  it('is given up where the next try would come after its time', async () => {
    const { client, ports } = clientOf(() => problem('dependency-unavailable', 503, {}, { 'retry-after': '30' }));
    const called = client.memories.stats({}, { totalTimeoutMs: 40_000 });
    await expect(ports.settle(called)).rejects.toBeInstanceOf(DependencyUnavailable);
    expect(ports.waits).toEqual([30_250]);
    expect(ports.sent).toHaveLength(2);
  });

  it('is given up where the next try would have no time for its answer, with what is known by then', async () => {
    const { client, ports } = clientOf(reset);
    const called = client.memories.stats({}, { totalTimeoutMs: 300 });
    await expect(ports.settle(called)).rejects.toBeInstanceOf(ConnectionFailed);
    expect(ports.sent).toHaveLength(1);
  });

  it.each([
    ['7', 7250],
    ['0', 250],
    ['Thu, 01 Jan 2026 00:00:09 GMT', 9250],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 250],
    ['soon', 250],
  ])('waits as long as Retry-After: %s says, and a little more', async (retryAfter, expected) => {
    const busy = () => problem('too-many-requests', 429, {}, { 'retry-after': retryAfter });
    const { client, ports } = clientOf(failing(1, busy));
    await ports.settle(client.memories.stats());
    expect(ports.waits).toEqual([expected]);
  });

  it('has a time for each try, and one for all', async () => {
    const { client, ports } = clientOf(hangs, { timeoutMs: 1000, retries: 9 });
    const error = await ports.settle(client.memories.stats({}, { totalTimeoutMs: 2000 }).catch((caught) => caught));
    expect(error).toBeInstanceOf(TimedOut);
    expect(error.message).toBe('http://here/memories/stats did not answer within 750 ms');
    expect(ports.waits).toEqual([1000, 250, 750]);
  });

  it('ends when its signal says so, while it waits and while it is under way', async () => {
    const reason = new Error('enough');
    const waiting = new AbortController();
    const busy = clientOf(() => {
      queueMicrotask(() => waiting.abort(reason));
      return problem('too-many-requests', 429, {}, { 'retry-after': '99' });
    });
    await expect(busy.client.memories.stats({}, { signal: waiting.signal })).rejects.toBe(reason);
    const controller = new AbortController();
    const hanging = clientOf(hangs);
    const called = hanging.client.memories.stats({}, { signal: controller.signal });
    controller.abort(reason);
    await expect(called).rejects.toBe(reason);
    await expect(hanging.client.memories.stats({}, { signal: controller.signal })).rejects.toBe(reason);
    expect(hanging.ports.sent).toHaveLength(1);
  });
});

describe('what is sent again', () => {
  const attempts = async (
    answer: Answering,
    call: (client: ReturnType<typeof createHippocamp>) => Promise<unknown>,
  ) => {
    const { client, ports } = clientOf(answer, { retries: 1 });
    await ports.settle(call(client).catch(() => undefined));
    return ports.sent.length;
  };
  const proxy = (status: number) => () => new Response('<h1>Bad gateway</h1>', { status });

  it('reads, whatever their method', async () => {
    expect(await attempts(reset, (client) => client.memories.query({ text: 'kettle' }))).toBe(2);
    expect(await attempts(reset, (client) => client.memories.get(id))).toBe(2);
    expect(await attempts(proxy(502), (client) => client.context.build({ currentInput: 'kettle' }))).toBe(2);
    expect(await attempts(proxy(504), (client) => client.validate({ claim: 'It is blue.' }))).toBe(2);
  });

  it('deletes and writes with a key', async () => {
    expect(await attempts(reset, (client) => client.memories.delete(id))).toBe(2);
    expect(await attempts(hangs, (client) => client.ingest({ content: 'Tea.', source: 'note' }))).toBe(2);
    expect(
      await attempts(
        () => problem('outcome-unknown', 503),
        (client) => client.memories.create(memory),
      ),
    ).toBe(2);
    const inUse = () => problem('idempotency-key-in-use', 409, {}, { 'retry-after': '1' });
    expect(await attempts(inUse, (client) => client.memories.create(memory))).toBe(2);
  });

  it('no change without a key, but where it is certain that nothing was done', async () => {
    const update = (client: ReturnType<typeof createHippocamp>) => client.memories.update(id, { tags: [] });
    for (const uncertain of [reset, hangs, proxy(502), () => problem('outcome-unknown', 503)])
      expect(await attempts(uncertain, update)).toBe(1);
    for (const certain of [
      refused,
      () => problem('dependency-unavailable', 503),
      () => problem('too-many-requests', 429),
    ])
      expect(await attempts(certain, update)).toBe(2);
  });

  it('nothing that was refused', async () => {
    for (const [name, status] of [
      ['validation-failed', 400],
      ['unauthorized', 401],
      ['forbidden', 403],
      ['conflict', 409],
      ['precondition-failed', 412],
      ['unprocessable', 422],
      ['idempotency-key-reused', 422],
      ['internal', 500],
    ] as const)
      expect(
        await attempts(
          () => problem(name, status),
          (client) => client.memories.create(memory),
        ),
        name,
      ).toBe(1);
  });

  it('a record that is gone when a delete comes for the second time was deleted by the first', async () => {
    const gone: Answering = (_sent, count) => (count === 1 ? reset() : problem('not-found', 404));
    const { client, ports } = clientOf(gone);
    expect(await ports.settle(client.memories.delete(id))).toEqual({ deleted: true });
    const never = clientOf((sent) => (sent.url.endsWith('.json') ? data({}) : problem('not-found', 404)));
    await expect(never.ports.settle(never.client.memories.delete(id))).rejects.toBeInstanceOf(NotFound);
  });

  it('an outcome that is not known comes to the caller with the key that makes it known', async () => {
    const { client, ports } = clientOf(() => problem('outcome-unknown', 503, { outcome: 'unknown' }), { retries: 0 });
    const error = await ports.settle(client.memories.create(memory, { idempotencyKey: 'mine' }).catch((one) => one));
    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect(error).toMatchObject({ outcome: 'unknown', place: { idempotencyKey: 'mine' } });
  });

  it('an answer that breaks off', async () => {
    const broken = () => {
      const body = new ReadableStream({ start: (controller) => controller.error(networkError('ECONNRESET')) });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    };
    const { client, ports } = clientOf(failing(1, broken));
    expect(await ports.settle(client.memories.create(memory))).toEqual({ id });
  });

  it('nothing where another service answers', async () => {
    const { client, ports } = clientOf(
      () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }),
    );
    const error = await ports.settle(client.memories.stats().catch((caught: unknown) => caught));
    expect(error).toBeInstanceOf(UnexpectedAnswer);
    expect(error).toMatchObject({ status: 200, contentType: 'text/html' });
    expect(ports.sent).toHaveLength(1);
  });
});
