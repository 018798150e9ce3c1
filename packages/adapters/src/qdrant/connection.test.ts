/** @module-tag long */
import { everything, model, newTenant, point, question } from '@hippocamp/core/testing/vector-index-conformance/points';
import { isProblem } from '@hippocamp/shared/problems';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from './testing/double/sending.js';
import { type IndexUnderTest, openIndex } from './testing/index-under-test.js';
import { type Fault, type SeenRequest, startQdrantDouble } from './testing/qdrant-double.js';

const double = await startQdrantDouble();
afterAll(() => double.stop());

const isQuery = ({ path }: SeenRequest) => path.endsWith('/query/batch');
const isUpsert = ({ path }: SeenRequest) => path.endsWith('/points/batch');
const isDelete = ({ path }: SeenRequest) => path.endsWith('/points/delete');

const answer = (status: number, headers: Record<string, string> = {}): Fault => ({
  kind: 'answer',
  answer: { status, headers, body: { status: { error: 'a sentence' }, time: 0 } },
});

let opened: IndexUnderTest;
const tenant = newTenant();
const asked = () => opened.index.lists(tenant, question(), everything, 10);
const count = (matches: (request: SeenRequest) => boolean) => double.requests.filter(matches).length;

async function problemOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isProblem(error)) throw new Error('This should have been a problem.', { cause: error });
  return error;
}

const open = async (timeoutMs: number) => {
  opened = openIndex(double.url, { timeoutMs });
  await opened.index.ensure(model);
  await opened.index.apply(tenant, [point(1)]);
  double.requests.length = 0;
};

// The time for tries is long, so that they are made however slow this machine is.
beforeEach(async () => {
  double.reset();
  await open(20_000);
});

describe('a failure that may pass', () => {
  const broken = { kind: 'answer', answer: { status: 200, body: 'half of an answ' } } as const;
  const faults: [string, Fault][] = [
    ...[408, 429, 500, 502, 503, 504, 507].map((status): [string, Fault] => [`status ${status}`, answer(status)]),
    ['a connection that breaks before', { kind: 'drop before' }],
    ['a connection that breaks after', { kind: 'drop after' }],
    ['an answer that is not of Qdrant', broken],
  ];

  it.each(faults)('%s is tried again', async (_name, fault) => {
    double.fault(isQuery, fault);
    expect((await asked()).dense).toHaveLength(1);
    double.fault(isUpsert, fault);
    await opened.index.apply(tenant, [point(2)]);
    double.fault(isDelete, fault);
    await opened.index.remove(tenant, [point(1).id]);
    expect(await opened.index.scan(tenant, null, 10)).toEqual([{ id: point(2).id, version: 1 }]);
    expect([isQuery, isUpsert, isDelete].map(count)).toEqual([2, 2, 2]);
  });

  it.each(faults)('%s is a problem when it does not pass', async (_name, fault) => {
    double.fault(isQuery, fault, 10);
    const { problem, extras } = await problemOf(asked());
    expect(problem).toBe('dependency-unavailable');
    expect(extras.retryAfter).toBe(1);
    expect(count(isQuery)).toBe(3);
  });

  it.each([429, 503])('with a Retry-After that is too long for us is handed on at once, status %i', async (status) => {
    await open(6_000);
    double.fault(isQuery, answer(status, { 'retry-after': '7' }));
    expect((await problemOf(asked())).extras.retryAfter).toBe(7);
    expect(count(isQuery)).toBe(1);
  });

  it('with a short Retry-After is waited for', async () => {
    double.fault(isQuery, answer(429, { 'retry-after': '0' }));
    expect((await asked()).dense).toHaveLength(1);
  });

  it('is a problem when the server is gone', async () => {
    const other = await startQdrantDouble();
    const { index } = openIndex(other.url);
    await index.ensure(model);
    await other.stop();
    expect((await problemOf(index.ping())).problem).toBe('dependency-unavailable');
    expect((await problemOf(index.count(tenant))).problem).toBe('dependency-unavailable');
  });

  it('by silence ends with the time-out', async () => {
    const { index } = openIndex(double.url, { timeoutMs: 1_000 });
    await vi.waitFor(() => index.ensure(model), { timeout: 20_000 });
    double.fault(isQuery, { kind: 'hang' }, 10);
    const problem = await problemOf(index.lists(tenant, question(), everything, 10));
    expect(problem.problem).toBe('dependency-unavailable');
    expect(count(isQuery)).toBe(1);
  });
});

describe('a write', () => {
  const status =
    (given: string) =>
    ({ status, body }: Answer): Answer => {
      const { result } = body as { result: object | object[] };
      const open = (one: object) => ({ ...one, status: given });
      return {
        status,
        body: { status: 'ok', time: 0, result: Array.isArray(result) ? result.map(open) : open(result) },
      };
    };

  it.each(['acknowledged', 'wait_timeout'])('that is only %s counts as not done', async (given) => {
    double.fault(isUpsert, { kind: 'change', change: status(given) });
    await opened.index.apply(tenant, [point(2)]);
    double.fault(isDelete, { kind: 'change', change: status(given) });
    await opened.index.remove(tenant, [point(1).id]);
    expect([isUpsert, isDelete].map(count)).toEqual([2, 2]);
    double.fault(isUpsert, { kind: 'change', change: status(given) }, 10);
    const problem = await problemOf(opened.index.apply(tenant, [point(3)]));
    expect(problem.problem).toBe('dependency-unavailable');
    expect(String(problem.extras.cause)).toContain(given);
  });

  it('waits, and deletes by id', async () => {
    await opened.index.apply(tenant, [point(2)]);
    await opened.index.remove(tenant, [point(2).id]);
    const writes = double.requests.filter((request) => isUpsert(request) || isDelete(request));
    for (const { url } of writes) expect(url).toContain('wait=true');
    expect(writes.at(1)?.body).toEqual({ points: [expect.any(String)] });
  });

  it('of many points goes in requests of a few megabytes', async () => {
    const words = Array.from({ length: 5_000 }, (_, place) => place);
    const long = { indices: words, values: words.map((place) => 1 / (place + 3)) };
    const points = Array.from({ length: 60 }, (_, place) => point(place, { sparse: { own: long, context: long } }));
    await opened.index.apply(tenant, points);
    expect(await opened.index.count(tenant)).toBe(60);
    const sizes = double.requests.filter(isUpsert).map(({ body }) => JSON.stringify(body).length);
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThan(6 * 1024 * 1024);
  });
});

describe('a request that Qdrant refuses', () => {
  it.each([400, 409, 413, 422])('with %i is not tried again', async (status) => {
    double.fault(isUpsert, answer(status));
    const error = await opened.index.apply(tenant, [point(2)]).catch((reason: unknown) => reason);
    expect(isProblem(error)).toBe(false);
    expect(String(error)).toContain(`upsert: status ${status}: a sentence`);
    expect(count(isUpsert)).toBe(1);
  });

  it.each([401, 403])('for its key, with %i, is a problem and not tried again', async (status) => {
    double.fault(isQuery, answer(status));
    expect((await problemOf(asked())).problem).toBe('dependency-unavailable');
    expect(count(isQuery)).toBe(1);
  });

  it('leaves nothing of what was sent in the error', async () => {
    const secret = point(2, { filters: { tags: ['a secret tag'] } });
    double.fault(isUpsert, answer(503), 10);
    const problem = await problemOf(opened.index.apply(tenant, [secret]));
    for (const error of [problem, problem.extras.cause as Error]) {
      const text = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error);
      expect(text).not.toMatch(/secret|0\.\d{4}|018f0000/);
    }
  });
});

describe('the address', () => {
  it('comes with a key, if there is one', async () => {
    const locked = await startQdrantDouble({ apiKey: 'right' });
    await expect(openIndex(locked.url, { apiKey: 'right' }).index.ensure(model)).resolves.toEqual({ fresh: true });
    expect((await problemOf(openIndex(locked.url, { apiKey: 'wrong' }).index.ensure(model))).status).toBe(503);
    expect((await problemOf(openIndex(locked.url).index.ensure(model))).status).toBe(503);
    await locked.stop();
  });

  it('keeps its path', async () => {
    const { index } = openIndex(`${double.url}/behind/a/proxy/`);
    await problemOf(index.ensure(model));
    expect(double.requests.map(({ url }) => url)).toEqual(['/behind/a/proxy/']);
  });
});
