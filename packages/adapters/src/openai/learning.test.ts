import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOpenAiEmbedder, type OpenAiSettings } from '@hippocamp/adapters/openai/embedder';
import { EmbeddingsUnusable } from '@hippocamp/adapters/openai/unusable';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fault, sendJson, startStandIn } from './testing/stand-in.js';

const standIn = await startStandIn();
afterAll(() => standIn.stop());
beforeEach(() => standIn.reset());

const apiKey = 'sk-very-secret';

async function refusalOf(settings: Partial<OpenAiSettings> = {}): Promise<EmbeddingsUnusable> {
  const created = createOpenAiEmbedder({ url: standIn.url, model: 'nomic', apiKey, timeoutMs: 20_000, ...settings });
  const error = await created.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof EmbeddingsUnusable)) throw new Error('This should have been unusable.', { cause: error });
  expect(error.message).not.toContain('secret');
  return error;
}

const says =
  (status: number, body: unknown): Fault =>
  (response) =>
    sendJson(response, body, status);

/** The URL of a port that is no longer open. */
const deserted = async () => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/v1`;
};

describe('settings of which no embedder can be made', () => {
  it.each<[string, Partial<OpenAiSettings>, string]>([
    ['no URL', { url: 'localhost' }, 'EMBEDDINGS_URL is no URL'],
    ['another protocol', { url: 'localhost:11434/v1' }, 'EMBEDDINGS_URL must begin with http:// or https://'],
    ['a password in the URL', { url: 'http://me:secret@127.0.0.1/v1' }, 'EMBEDDINGS_URL holds a name or a password'],
    ['no model', { model: ' ' }, 'EMBEDDINGS_MODEL is missing'],
    ['a key of two lines', { apiKey: 'secret\nsecret' }, 'EMBEDDINGS_API_KEY holds a space, a line break'],
  ])('are told: %s', async (_name, settings, message) => {
    const { message: told, passing } = await refusalOf(settings);
    expect(told).toContain(message);
    expect(passing).toBe(false);
    expect(standIn.requests).toEqual([]);
  });
});

describe('a server with which no embedder can be made', () => {
  const named = { error: { message: 'model "nomic" not found,\ntry pulling it first' } };

  it.each<[string, Fault, string[]]>([
    [
      'no key',
      says(401, { error: { message: `wrong: ${apiKey}` } }),
      ['status 401', 'does not accept EMBEDDINGS_API_KEY'],
    ],
    ['no rights', says(403, {}), ['status 403', 'EMBEDDINGS_API_KEY']],
    [
      'an unknown model',
      says(404, named),
      ['does not have EMBEDDINGS_MODEL nomic', 'It says: model "nomic" not found, try'],
    ],
    ['an unknown path', says(404, 'Not Found'), ['status 404', 'EMBEDDINGS_URL lacks its path']],
    ['a redirect', says(301, ''), ['status 301', 'EMBEDDINGS_URL to where it leads']],
    ['a refusal', says(400, { message: 'no matryoshka' }), ['is EMBEDDINGS_MODEL a model', 'It says: no matryoshka']],
    ['a refusal that holds the key', says(422, { detail: `no ${apiKey}` }), ['status 422', 'EMBEDDINGS_MODEL']],
  ])('is told: %s', async (_name, fault, messages) => {
    standIn.fail(fault);
    const { message, passing } = await refusalOf();
    for (const part of [`${standIn.url}/embeddings: `, ...messages]) expect(message).toContain(part);
    expect(passing).toBe(false);
    expect(standIn.requests).toHaveLength(1);
  });

  it.each<[string, Fault, string[], Partial<OpenAiSettings>?]>([
    ['it is overloaded', says(503, {}), ['status 503', 'its own log says why']],
    ['it answers something else', says(200, { hello: 'world' }), ['no list of vectors', 'interface of OpenAI']],
    [
      'it does not answer',
      () => undefined,
      ['TimeoutError', '300 ms', 'EMBEDDINGS_TIMEOUT_SECONDS'],
      { timeoutMs: 300 },
    ],
  ])('may be one later: %s', async (_name, fault, messages, settings) => {
    standIn.fail(fault, 3);
    const { message, passing } = await refusalOf(settings);
    for (const part of messages) expect(message).toContain(part);
    expect(passing).toBe(true);
  });

  it('may be one later: it is not there', async () => {
    const { message, passing } = await refusalOf({ url: await deserted() });
    expect(message).toContain('ECONNREFUSED: is the server running, and does EMBEDDINGS_URL lead to it');
    expect(passing).toBe(true);
  });

  it('is told to want a key where none is set', async () => {
    standIn.fail(says(401, {}));
    expect((await refusalOf({ apiKey: undefined })).message).toContain('it wants a key: set EMBEDDINGS_API_KEY');
  });

  it('gives vectors of another length than is set', async () => {
    standIn.fail(says(200, { data: [{ index: 0, embedding: [0.1, 0.2, 0.3] }] }));
    const { message } = await refusalOf({ dimensions: 256 });
    expect(message).toBe('EMBEDDINGS_DIMENSIONS is 256, and nomic gives vectors of 3: leave it out, or set it to 3');
  });

  it('is never shown with the query of its URL', async () => {
    standIn.fail(says(404, {}));
    const { message } = await refusalOf({ url: `${standIn.url}?key=secret` });
    expect(message).toContain(`${standIn.url}/embeddings: status 404`);
    expect(standIn.requests[0]?.path).toBe('/v1/embeddings?key=secret');
  });
});
