import { startLlmStandIn, textIn } from '@hippocamp/runtime/testing/llm-stand-in';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { create, find, list, read } from './actions.js';
import { createApi } from './client.js';
import { useOwnServices } from './own-service.js';

const { start } = useOwnServices();

let standIn: Awaited<ReturnType<typeof startLlmStandIn>>;
beforeEach(async () => {
  standIn = await startLlmStandIn();
});
afterEach(() => standIn.stop());

const KEY = 'key-canary';

const startOverStandIn = async (settings: Record<string, string> = {}) => {
  const llm = { LLM_URL: standIn.url, LLM_MODEL: 'stand-in', LLM_API_KEY: KEY, INGEST_WAIT_MS: '60000' };
  // The model's statements are weighed by the models that ship.
  const service = await start({ READER: 'model', ...llm, ...settings });
  return { service, api: createApi(service.url) };
};

const said = 'my cat Biscuit turned nine yesterday';
/** The local reader takes it for code and leaves it out. */
const note = { content: `const nine = 9; // ${said}`, source: 'note', debug: true };
const rated = { tier: 'episodic', importance: 0.6, confidence: 0.9, tags: ['cat'], rationale: 'A birthday.' };
const waiting = { prefer: 'wait=60' };

describe('a service with a language model', () => {
  it('stores what the model reads, says so, and sends no secret', async () => {
    const { api, service } = await startOverStandIn({ REDACT_SECRETS: 'false' });
    standIn.teach('statements', () => ({ statements: [{ content: said, span: said, ...rated }] }));
    await create(api, 'Biscuit, the cat, has the password: hunter2-canary');
    const content = `my password is tulip-canary-77\n${note.content}`;
    const { status, body, text } = await api.post('/ingest', { ...note, content }, waiting);
    expect(status, text).toBe(200);
    expect(body.data.model).toEqual({ state: 'done', added: 1 });
    expect(body.data.acceptedMemories.slice(-1)).toMatchObject([
      { sourceSpan: said, tags: ['cat'], rationale: 'Told by the language model.' },
    ]);
    expect(body.data.warnings).toEqual([]);
    expect(body.data.debug).toMatchObject({ extractorVersion: 'llm:stand-in', promptVersion: 'extract-3' });
    const [memory] = (await find(api, 'Biscuit nine')).results;
    expect(memory?.memory.content).toContain('cat Biscuit turned nine');
    const [asked] = standIn.requests;
    if (!asked) throw new Error('it was not asked');
    expect(textIn(asked)).toContain('Biscuit');
    expect(asked.body.messages[1]?.content).toContain('Biscuit, the cat');
    expect(JSON.stringify(asked.body)).not.toMatch(/hunter2|tulip/);
    expect((await api.get('/readyz')).text).toContain('Sent to the language model stand-in');
    expect(await (await fetch(`${service.url}/readyz`)).text()).not.toContain(standIn.url);
    expect(service.output()).not.toMatch(/canary|Biscuit/);
  });

  it('reads by itself, with a warning, where the model fails, and loses nothing', async () => {
    const { api, service } = await startOverStandIn({
      LLM_CALLS_PER_DAY: '2',
      JOB_ATTEMPTS: '1',
      JOB_RETRY_SECONDS: '0',
    });
    const readBy = async (content: string) => {
      const { status, body, text } = await api.post('/ingest', { content, source: 'note', debug: true }, waiting);
      expect(status, text).toBe(200);
      expect(body.data.acceptedMemories).toHaveLength(1);
      expect(body.data.model).toEqual({ state: 'failed', added: 0 });
      return [body.data.warnings[0]?.code, body.data.debug.promptVersion];
    };
    standIn.fail(
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}'),
    );
    expect(await readBy('Ben sold the boat yesterday.')).toEqual(['llm_answer_refused', 'none']);
    standIn.fail((response) => void response.writeHead(401).end('{}'));
    expect(await readBy('Ann lives in Turku.')).toEqual([undefined, 'none']);
    expect(await readBy('Ines plays the cello.')).toEqual(['llm_budget', 'none']);
    expect(standIn.requests).toHaveLength(2);
    expect((await list(api)).total).toBe(3);
    const { llm } = (await api.get('/memories/stats')).body.data;
    expect(llm).toEqual({ calls: 2, tokens: expect.any(Number), callsPerDay: 2, tokensPerDay: null });
    expect(service.output()).not.toMatch(/canary|Turku|cello/);
  });

  it('judges claims by what the model says, where its words stand in a memory', async () => {
    const { api, service } = await startOverStandIn();
    const memory = 'Ann spends each Sunday on her dinghy at Lake Vesper.';
    await create(api, memory);
    standIn.teach('stances', ({ memories }) => ({
      stances: (memories as { index: number; text: string }[]).map(({ index, text }) => ({
        ...{ index, stance: 'supports', confidence: 0.95, words: text === memory ? 'each Sunday on her dinghy' : text },
      })),
    }));
    const judged = async (claim: string) => (await api.post('/validate', { claim })).body.data;
    expect(await judged('Ann sails her dinghy on Lake Vesper.')).toMatchObject({ verdict: 'supported', method: 'llm' });
    standIn.teach('stances', () => ({
      stances: [{ index: 0, stance: 'supports', confidence: 1, words: 'Ann sails' }],
    }));
    expect(await judged('Ann sails her dinghy on Lake Vesper.')).toMatchObject({
      verdict: 'not_enough_info',
      method: 'llm',
    });
    standIn.fail((response) => void response.writeHead(401).end('{}'));
    expect(await judged('Ann sails her dinghy on Lake Vesper.')).toMatchObject({
      verdict: 'not_enough_info',
      method: 'model',
    });
    expect((await api.get('/readyz')).text).toContain('claims and memories beside them');
    expect(service.output()).not.toMatch(/dinghy|sailing/);
  });

  it('distils what belongs together into what the model says of it', async () => {
    const { api } = await startOverStandIn({ DISTIL_AGE_SECONDS: '0.001' });
    const contents = ['Ann met Ben at the harbour museum.', 'Ann saw a whale in the harbour museum.'];
    const sources: string[] = [];
    for (const content of contents) sources.push((await create(api, content)).id);
    const told = 'Ann met Ben and saw a whale in the harbour museum.';
    standIn.teach('sentences', () => ({ sentences: [{ content: told, sources: [0, 1] }] }));
    const { body, text } = await api.post('/lifecycle/run', {});
    expect(body, text).toMatchObject({ summary: { distilled: 2 }, errors: [] });
    expect(await read(api, body.details[0].resultMemoryId)).toMatchObject({
      tier: 'semantic',
      content: told,
      provenance: { method: 'abstractive-1 llm:stand-in distil-1', sources: expect.arrayContaining(sources) },
    });
  });
});
