import { inspect } from 'node:util';
import { createOpenAiEmbedder, type OpenAiSettings } from '@hippocamp/adapters/openai/embedder';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import { embedderConformance } from '@hippocamp/core/testing/embedder-conformance';
import { isProblem } from '@hippocamp/shared/problems';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerOf, type Fault, sendJson, startStandIn, vectorOf } from './testing/stand-in.js';

const standIn = await startStandIn();
afterAll(() => standIn.stop());

const lines: { level: string; fields: Record<string, unknown>; message: string }[] = [];
const lineOf = (level: string) => (fields: Record<string, unknown>, message: string) =>
  void lines.push({ level, fields, message });
const log: Log = { info: lineOf('info'), warn: lineOf('warn'), error: lineOf('error') };

const create = (settings: Partial<OpenAiSettings> = {}): Promise<Embedder> =>
  createOpenAiEmbedder({ url: standIn.url, model: 'stand-in', timeoutMs: 20_000, log, ...settings });

const secret = 'Mara hides the spare key under the blue pot.';

let embedder: Embedder;
beforeEach(async () => {
  standIn.reset();
  lines.length = 0;
  embedder = await create();
  standIn.requests.length = 0;
});

embedderConformance('the embedder over a server with the interface of OpenAI', () => create());

const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  (response, { body }) =>
    sendJson(response, { error: { message: `no: ${body.input[0]}` } }, code, headers);
const given =
  (change: (vectors: number[][]) => unknown): Fault =>
  (response, { body }) =>
    sendJson(response, change(body.input.map(vectorOf)));
const raw =
  (text: string): Fault =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
const silence: Fault = () => undefined;
const hangUp: Fault = (response) => void response.destroy();

const faults: [string, Fault][] = [
  ...[408, 429, 500, 502, 503].map((code): [string, Fault] => [`status ${code}`, status(code)]),
  ['a connection that breaks', hangUp],
  ['half an answer', raw('{"data":[{"index":0,"embedding":[0.1,0.')],
  ['NaN', raw('{"data":[{"index":0,"embedding":[NaN]}]}')],
  ['a number too large to be one', raw('{"data":[{"index":0,"embedding":[1e999]}]}')],
  ['null for a number', given(([first = []]) => answerOf([[null, ...first.slice(1)]]))],
  ['no vector', given(() => answerOf([]))],
  ['too many vectors', given(([first = []]) => answerOf([first, first]))],
  ['an empty vector', given(() => answerOf([[]]))],
  ['text for a vector', given(() => ({ data: [{ index: 0, embedding: 'AAAA' }] }))],
  ['an index beyond the texts', given(([first]) => ({ data: [{ index: 1, embedding: first }] }))],
  ['another answer', given(() => ({ hello: 'world' }))],
];

async function problemOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isProblem(error)) throw new Error('This should have been a problem.', { cause: error });
  return error;
}

const embedOne = (text = secret) => embedder.embed([text], 'memory');

describe('a failure that may pass', () => {
  it.each(faults)('%s is tried again', async (_name, fault) => {
    standIn.fail(fault, 2);
    expect((await embedOne())[0]).toHaveLength(512);
    expect(standIn.requests).toHaveLength(3);
  });

  it.each(faults)('%s is a problem without the text when it does not pass', async (_name, fault) => {
    standIn.fail(fault, 99);
    const problem = await problemOf(embedOne());
    expect(problem).toMatchObject({ problem: 'dependency-unavailable', extras: { part: 'embedder', retryAfter: 1 } });
    const told = [inspect(problem, { depth: 9 }), JSON.stringify([problem.extras, withoutText(problem), lines])].join();
    expect(told).toContain('embeddings: ');
    expect(told).not.toContain('spare key');
  });

  it('that lasts as long as the time-out is not tried again', async () => {
    embedder = await vi.waitFor(() => create({ timeoutMs: 300 }), { timeout: 20_000 });
    standIn.requests.length = 0;
    standIn.fail(silence, 3);
    const problem = await problemOf(embedOne());
    expect(withoutText(problem).reason).toBe('embeddings: TimeoutError');
    expect(standIn.requests).toHaveLength(1);
  });

  it('with a Retry-After is tried again when that has passed', async () => {
    let opens: number | undefined;
    const closedAtFirst: Fault = (response, asked) => {
      opens ??= Date.now() + 900;
      if (Date.now() < opens) status(429, { 'retry-after': '1' })(response, asked);
      else given(answerOf)(response, asked);
    };
    standIn.fail(closedAtFirst, 3);
    expect((await embedOne())[0]).toHaveLength(512);
    expect(standIn.requests).toHaveLength(2);
  });

  it('with a Retry-After that is too long for us is handed on at once', async () => {
    standIn.fail(status(429, { 'retry-after': '70' }));
    expect((await problemOf(embedOne())).extras.retryAfter).toBe(70);
    const date = new Date(Date.now() + 600_000).toUTCString();
    standIn.fail(status(503, { 'retry-after': date }));
    expect((await problemOf(embedOne())).extras.retryAfter).toBeGreaterThan(500);
  });
});

describe('a text at which the server fails while it answers to others', () => {
  const failsAt =
    (fault: Fault): Fault =>
    (response, asked) => {
      if (asked.body.input.some((text) => text.includes('spare key'))) fault(response, asked);
      else given(answerOf)(response, asked);
    };

  it.each([
    ['status 400', status(400)],
    ['status 403', status(403)],
    ['status 500', status(500)],
    ['NaN', raw('{"data":[{"index":0,"embedding":[NaN]}]}')],
  ])('by %s is no outage, alone or beside others', async (_name, fault) => {
    standIn.fail(failsAt(fault), 99);
    for (const texts of [[secret], ['tea', secret]]) {
      const problem = await problemOf(embedder.embed(texts, 'memory'));
      expect(problem).toMatchObject({ problem: 'unprocessable', extras: { part: 'embedder' } });
      expect(inspect(problem, { depth: 9 })).not.toContain('spare key');
    }
    expect((await embedOne('tea'))[0]).toHaveLength(512);
  });

  it.each([
    ['a quota that is used up', status(429)],
    ['a wish to be left alone', status(503, { 'retry-after': '70' })],
    ['a connection that breaks', hangUp],
  ])('by %s is an outage, since it may be of the server', async (_name, fault) => {
    standIn.fail(failsAt(fault), 99);
    expect(await problemOf(embedOne())).toMatchObject({ problem: 'dependency-unavailable' });
  });
});

describe('a failure that does not pass by itself', () => {
  const others: [string, Fault][] = [
    ...[401, 404, 405, 307].map((code): [string, Fault] => [`status ${code}`, status(code)]),
    ['another dimension than before', given((vectors) => answerOf(vectors.map((vector) => vector.slice(0, 5))))],
  ];

  it.each(others)('%s is a problem at once', async (_name, fault) => {
    standIn.fail(fault);
    const problem = await problemOf(embedOne());
    expect(problem).toMatchObject({ problem: 'dependency-unavailable', extras: { part: 'embedder', retryAfter: 30 } });
    expect(standIn.requests).toHaveLength(1);
    expect(inspect(problem, { depth: 9 })).not.toContain('spare key');
  });

  it('status 403 is one once another text was refused as well', async () => {
    standIn.fail(status(403), 99);
    const problem = await problemOf(embedOne());
    expect(problem).toMatchObject({ problem: 'dependency-unavailable', extras: { part: 'embedder', retryAfter: 30 } });
    expect(standIn.requests).toHaveLength(2);
  });
});

describe('an answer without end', () => {
  const ENOUGH = 400_000_000;
  const part = Buffer.alloc(1_000_000, '1');

  let sent = 0;
  const endless =
    (code: number): Fault =>
    (response) => {
      sent = 0;
      response.writeHead(code, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && sent < ENOUGH) {
          sent += part.length;
          if (!response.write(part)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };

  it.each([200, 500])('of status %i is not read to its end', async (code) => {
    standIn.fail(endless(code));
    await embedder.embed([secret], 'memory');
    expect(sent).toBeLessThan(ENOUGH / 2);
    expect(standIn.requests).toHaveLength(2);
  });

  it('keeps the status of a refusal, which is not asked again', async () => {
    standIn.fail(endless(401));
    const problem = await problemOf(embedOne());
    expect(withoutText(problem).reason).toBe('embeddings: status 401');
    expect(problem.extras.retryAfter).toBe(30);
    expect(sent).toBeLessThan(ENOUGH / 2);
    expect(standIn.requests).toHaveLength(1);
  });
});

describe('what is asked', () => {
  it('goes to the path below the base URL, with the key, the model and the dimensions', async () => {
    const other = await create({ url: `${standIn.url}/`, apiKey: 'sk-1', dimensions: 100 });
    expect(other).toMatchObject({ id: 'openai-stand-in-100', dimensions: 100, behind: true });
    const [{ path, headers, body } = { path: '', headers: {}, body: {} }] = standIn.requests;
    expect({ path, authorization: headers.authorization }).toEqual({
      path: '/v1/embeddings',
      authorization: 'Bearer sk-1',
    });
    expect(body).toMatchObject({ model: 'stand-in', dimensions: 100 });
  });

  it('has no key and no dimensions where none are set', async () => {
    await embedOne();
    expect(standIn.requests[0]?.headers.authorization).toBeUndefined();
    expect(Object.keys(standIn.requests[0]?.body ?? {})).toEqual(['model', 'input']);
  });

  it('has at most 64 texts and 30,000 characters, and nothing blank', async () => {
    const short = Array.from({ length: 130 }, (_, index) => `memory number ${index}`);
    const vectors = await embedder.embed(['', ...short, ' \n'], 'memory');
    expect(standIn.requests.map(({ body }) => body.input.length)).toEqual([64, 64, 2]);
    expect([vectors[0], vectors.at(-1)]).toEqual([null, null]);
    standIn.requests.length = 0;
    await embedder.embed(
      Array.from({ length: 8 }, () => 'word '.repeat(1_500)),
      'memory',
    );
    expect(standIn.requests.map(({ body }) => body.input.length)).toEqual([4, 4]);
  });

  it('is cut where a text is longer than models take', async () => {
    await embedOne('word '.repeat(10_000));
    expect(standIn.requests[0]?.body.input[0]?.length).toBeLessThanOrEqual(8_000);
  });
});

describe('a server that refuses what is too much for it', () => {
  const withLimits =
    (texts: number, characters: number): Fault =>
    (response, { body: { input } }) => {
      const isTooMuch = input.length > texts || input.some(({ length }) => length > characters);
      if (isTooMuch) sendJson(response, { error: 'too long', message: input[0] }, 413);
      else sendJson(response, answerOf(input.map(vectorOf)));
    };

  it('is given fewer texts', async () => {
    standIn.fail(withLimits(32, 1_000), 100);
    const texts = Array.from({ length: 64 }, (_, index) => `memory ${index}`);
    const vectors = await embedder.embed(texts, 'memory');
    expect(standIn.requests.map(({ body }) => body.input.length)).toEqual([64, 32, 32]);
    standIn.reset();
    expect(vectors).toEqual(await embedder.embed(texts, 'memory'));
    expect(lines).toEqual([]);
  });

  it('is given the beginning of a text, which is told without it', async () => {
    standIn.fail(withLimits(32, 1_000), 100);
    const [vector, other] = await embedder.embed([`${secret} `.repeat(60), 'tea'], 'memory');
    expect([vector, other].map((each) => each?.length)).toEqual([512, 512]);
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'warn']);
    expect(JSON.stringify(lines)).not.toContain('spare key');
  });

  it('and refuses everything is a problem after a few requests', async () => {
    standIn.fail(withLimits(0, 0), 100);
    const texts = Array.from({ length: 64 }, () => `${secret} `.repeat(10));
    expect((await problemOf(embedder.embed(texts, 'memory'))).extras.part).toBe('embedder');
    expect(standIn.requests.length).toBeLessThan(12);
  });
});

describe('vectors', () => {
  it('are of unit length whatever the server gives, and stand in the order of the texts', async () => {
    const texts = ['tea tea tea', 'an old car', 'tea'];
    standIn.fail(given((vectors) => ({ ...answerOf(vectors), data: answerOf(vectors).data.reverse() })));
    const [first, second, third] = await embedder.embed(texts, 'memory');
    expect(first).toEqual(third);
    expect(first?.reduce((sum, value) => sum + value ** 2, 0)).toBeCloseTo(1, 5);
    expect(second).toEqual((await embedOne('an old car'))[0]);
  });

  it('go by place where a server gives no index', async () => {
    standIn.fail(given((vectors) => ({ data: vectors.map((embedding) => ({ embedding })) })));
    const [tea] = await embedder.embed(['tea', 'an old car'], 'memory');
    expect(tea).toEqual((await embedOne('tea'))[0]);
  });

  it('that are zero are null', async () => {
    standIn.fail(given(([first = [], ...others]) => answerOf([first.map(() => 0), ...others])));
    const [first, second] = await embedder.embed(['tea', 'an old car'], 'memory');
    expect([first, second?.length]).toEqual([null, 512]);
  });
});
