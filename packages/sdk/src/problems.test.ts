import { problemTypes } from '@hippocamp/shared/problems';
import { describe, expect, it } from 'vitest';
import { createHippocamp } from './create-hippocamp.js';
import { HippocampError, isHippocampError, NotOnThisServer } from './errors.js';
import { NotFound, problemClasses, TooManyRequests, ValidationFailed } from './generated/problems.js';
import { HippocampProblem } from './problem.js';
import { type Answering, data, fakePorts, json, problem } from './testing/fake-ports.js';

const id = '018f0000-0000-7000-8000-000000000001';

const errorOf = async (
  answer: Answering,
  call: (client: ReturnType<typeof createHippocamp>) => Promise<unknown> = (client) => client.memories.get(id),
) => {
  const ports = fakePorts(answer);
  const client = createHippocamp({ baseUrl: 'http://here', tenant: 'acme', retries: 0 }, ports);
  const error = await ports.settle(
    call(client).then(
      () => undefined,
      (caught: unknown) => caught,
    ),
  );
  return { error, ports, client };
};

const server =
  (paths: Record<string, object>, answer: () => Response): Answering =>
  ({ url }) =>
    url.endsWith('/openapi.json') ? json({ openapi: '3.1.0', info: { version: '0.4.0' }, paths }) : answer();

const complete = { '/memories/{id}': { get: {} }, '/memories': { post: {} } };

describe('a problem', () => {
  it.each(Object.entries(problemTypes))('%s is an error of its own class', async (name, { status }) => {
    const { error } = await errorOf(server(complete, () => problem(name, status)));
    if (name === 'method-not-allowed') return;
    expect(error).toBeInstanceOf(problemClasses[name as keyof typeof problemClasses]);
    expect(error).toBeInstanceOf(HippocampProblem);
    expect(error).toMatchObject({ problem: name, status, title: name, detail: `It is ${name}.`, requestId: 'r-1' });
    expect((error as Error).name).toBe(problemClasses[name as keyof typeof problemClasses].name);
  });

  it('says which members do not fit', async () => {
    const errors = [{ path: '/tier', code: 'invalid_value', message: 'is no tier' }];
    const { error } = await errorOf(() => problem('validation-failed', 400, { errors }));
    expect(error).toBeInstanceOf(ValidationFailed);
    expect(error).toMatchObject({ errors, message: 'validation-failed (400): It is validation-failed.' });
  });

  it('says when to come again', async () => {
    const { error } = await errorOf(() => problem('too-many-requests', 429, {}, { 'retry-after': '3' }));
    expect(error).toBeInstanceOf(TooManyRequests);
    expect(error).toMatchObject({ retryAfterMs: 3000, place: { operation: 'getMemory', attempts: 1 } });
  });

  it('that this client does not know yet is one all the same', async () => {
    const { error } = await errorOf(() => problem('quota-used-up', 402));
    expect(error).toBeInstanceOf(HippocampProblem);
    expect(error).toMatchObject({ name: 'HippocampProblem', problem: 'quota-used-up', status: 402 });
  });

  it('is recognised without its class', () => {
    expect(isHippocampError(new HippocampError('x'))).toBe(true);
    expect(isHippocampError({ ...new HippocampError('x') })).toBe(true);
    expect(isHippocampError(new Error('x'))).toBe(false);
  });
});

describe('an older server', () => {
  it('without the path is said to lack the operation', async () => {
    const { error, ports } = await errorOf(server({}, () => problem('not-found', 404)));
    expect(error).toBeInstanceOf(NotOnThisServer);
    expect(error).toMatchObject({
      message: 'This server (version 0.4.0) has no GET /memories/{id}, which `getMemory` needs: update the server.',
      lacks: ['GET /memories/{id}'],
      serverVersion: '0.4.0',
      place: { operation: 'getMemory' },
    });
    expect(ports.sent).toHaveLength(2);
  });

  it('without the method, or where the path is taken for an id, likewise', async () => {
    const stats = (client: ReturnType<typeof createHippocamp>) => client.memories.stats();
    const other = await errorOf(
      server({ '/memories/stats': { post: {} } }, () => problem('method-not-allowed', 405)),
      stats,
    );
    expect(other.error).toBeInstanceOf(NotOnThisServer);
    const errors = [{ path: 'path.id', code: 'invalid_format', message: 'must be a UUID' }];
    const taken = await errorOf(
      server(complete, () => problem('validation-failed', 400, { errors })),
      stats,
    );
    expect(taken.error).toMatchObject({ name: 'NotOnThisServer', lacks: ['GET /memories/stats'] });
  });

  it('that does not know a member is said to lack it', async () => {
    const errors = [{ path: '/speaker', code: 'unknown_member', message: 'is not known here' }];
    const { error } = await errorOf(
      server(complete, () => problem('validation-failed', 400, { errors })),
      (client) => client.memories.create({ tier: 'semantic', content: 'Tea.', speaker: 'Ann' }),
    );
    expect(error).toMatchObject({
      name: 'NotOnThisServer',
      message:
        'This server (version 0.4.0) does not know `speaker` of POST /memories yet: leave it out, or update the server.',
      lacks: ['speaker'],
    });
  });

  it('is not meant where a record is missing, or a member is misspelt', async () => {
    const { error, client, ports } = await errorOf(server(complete, () => problem('not-found', 404)));
    expect(error).toBeInstanceOf(NotFound);
    await client.memories.get(id).catch(() => undefined);
    expect(ports.sent.map(({ url }) => url.split('/').at(-1))).toEqual([id, 'openapi.json', id]);
    const errors = [{ path: '/speeker', code: 'unknown_member', message: 'is not known here' }];
    const misspelt = await errorOf(server(complete, () => problem('validation-failed', 400, { errors })));
    expect(misspelt.error).toBeInstanceOf(ValidationFailed);
  });

  it('is not meant where the server does not say what it has', async () => {
    const { error } = await errorOf(() => problem('not-found', 404));
    expect(error).toBeInstanceOf(NotFound);
  });

  it('that is not ready is an answer, not an error', async () => {
    const ready = { status: 'not_ready', mode: 'embedded', checks: {}, notes: [] };
    const ports = fakePorts(() => json(ready, 503));
    expect(await createHippocamp({ baseUrl: 'http://here' }, ports).system.ready()).toEqual(ready);
    expect(
      await createHippocamp(
        { baseUrl: 'http://here' },
        fakePorts(() => data(1)),
      ).memories.stats(),
    ).toBe(1);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%s is not followed, and says where it leads', async (status) => {
    const headers = { location: 'https://there.example/memories?limit=1' };
    const { error, ports } = await errorOf(
      () => new Response(null, { status, headers }),
      (client) => client.memories.create({ tier: 'semantic', content: 'Tea at four.' }),
    );
    expect(error).toMatchObject({
      name: 'UnexpectedAnswer',
      status,
      message:
        'http://here/memories redirects to https://there.example/memories, and this client does not follow: ' +
        'set `baseUrl` to where the service is.',
    });
    expect(ports.redirects).toEqual(['manual']);
  });

  it('that a browser does not show is one all the same', async () => {
    const opaque = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });
    const { error } = await errorOf(() => opaque);
    expect(error).toMatchObject({ name: 'UnexpectedAnswer', message: expect.stringContaining('redirects elsewhere') });
  });
});

it('an answer of another status than the operation has is none of it', async () => {
  const { error } = await errorOf(
    () => data({ memories: [], total: 0 }, 200),
    (client) => client.memories.create({ tier: 'semantic', content: 'Tea at four.' }),
  );
  expect(error).toMatchObject({ name: 'UnexpectedAnswer', status: 200 });
});
