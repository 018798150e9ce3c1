import { inspect } from 'node:util';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import type { PartToRead } from '@hippocamp/core/ports/reading-model';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createChat, type ModelSettings } from './chat.js';
import { createReadingModel } from './reading-model.js';
import { content, failureOf, huge, raw, status } from './testing/faults.js';
import { type Fault, startStandIn, telling } from './testing/stand-in.js';

const standIn = await startStandIn();
afterAll(() => standIn.stop());

const lines: unknown[] = [];
const note = (fields: Record<string, unknown>, message: string) => void lines.push({ fields, message });
const log: Log = { info: note, warn: note, error: note };
const calls: string[] = [];

const create = (settings: Partial<ModelSettings> = {}) =>
  createReadingModel(
    createChat({
      ...standIn.server,
      log,
      onCall: (outcome) => void calls.push(outcome),
      ...settings,
    }),
  );

const said = 'I am allergic to hazelnuts.';
const part: PartToRead = { source: 'chat', pieces: [{ speaker: 'user', text: said }], known: ['I drive a red van.'] };

beforeEach(() => {
  standIn.reset();
  lines.length = 0;
  calls.length = 0;
});

const good = {
  content: said,
  span: said,
  tier: 'semantic',
  importance: 0.5,
  confidence: 0.9,
  tags: [],
};

describe('a model over a server', () => {
  it('reads what it is sent: instructions first, then in one message what is known and the text as data', async () => {
    const { statements, unusable } = await create({ apiKey: 'key-1' }).read(part);
    expect(statements).toMatchObject([{ content: said, span: said, tier: 'semantic' }]);
    expect([unusable, calls]).toEqual([0, ['answered']]);
    const [asked] = standIn.requests;
    expect(asked?.path).toBe('/v1/chat/completions');
    expect(asked?.headers.authorization).toBe('Bearer key-1');
    const [instructions, data] = asked?.body.messages ?? [];
    expect(asked?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(instructions?.content).not.toContain('hazelnuts');
    expect(Object.entries(JSON.parse(data?.content ?? ''))).toEqual(
      Object.entries({ known: part.known, source: part.source, pieces: part.pieces }),
    );
    expect(asked?.body).toMatchObject({ temperature: 0, max_tokens: 4096 });
    expect(asked?.body.response_format).toMatchObject({ type: 'json_schema', json_schema: { strict: true } });
  });

  it('sends no key where it has none', async () => {
    await create().read(part);
    expect(standIn.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('leaves out what is no statement, and counts it', async () => {
    const bad = [{ ...good, content: ' ' }, { ...good, span: null }, 'text', null];
    standIn.fail(telling([...bad, { ...good, tags: ['Health', 'health', '', 5] }]));
    const { statements, unusable } = await create().read(part);
    expect(unusable).toBe(4);
    expect(statements).toEqual([{ ...good, tags: ['health'] }]);
  });

  it('mends what is a matter of form, and lets what is missing move nothing', async () => {
    const { content, span } = good;
    standIn.fail(
      telling([
        { ...good, confidence: 95, tags: null },
        { content, span, tier: 'forever', rationale: null },
      ]),
    );
    const { statements, unusable } = await create().read(part);
    expect(unusable).toBe(0);
    expect(statements).toEqual([
      { ...good, confidence: 0.95, tags: [] },
      { content, span, tier: 'short_term', importance: 0.5, confidence: 0, tags: [] },
    ]);
  });

  it('refuses an answer of statements of which none is one', async () => {
    standIn.fail(telling([{ ...good, content: '' }]));
    expect((await failureOf(create().read(part))).kind).toBe('refused');
  });
});

describe('a failure that may pass', () => {
  it.each([
    ['429', status(429, { 'retry-after': '0' })],
    ['500', status(500)],
    ['503', status(503)],
    ['a connection that breaks', ((response) => void response.destroy()) as Fault],
    ['half an envelope', raw('{"choices":[{"mess')],
  ])('%s is tried again', async (_name, fault) => {
    standIn.fail(fault, 2);
    expect((await create().read(part)).statements).toHaveLength(1);
    expect(standIn.requests).toHaveLength(3);
  });

  it('is waited for as long as the server says, and not where that is too long', async () => {
    standIn.fail(status(429, { 'retry-after': '1' }));
    const before = Date.now();
    await create().read(part);
    expect(Date.now() - before).toBeGreaterThanOrEqual(990);
    standIn.fail(status(429, { 'retry-after': '3600' }));
    expect((await failureOf(create().read(part))).kind).toBe('unavailable');
    expect(standIn.requests).toHaveLength(3);
  });

  it('ends in time where the server hangs, before its answer or within', async () => {
    const within: Fault = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    for (const fault of [() => undefined, within]) {
      standIn.fail(fault, 3);
      const failure = await failureOf(create({ timeoutMs: 300 }).read(part));
      expect(failure.kind).toBe('unavailable');
    }
  });
});

describe('an answer that cannot be used', () => {
  it.each([
    ['no JSON', content('Sure! Here is the JSON:')],
    ['half JSON', content('{"statements":[{"content":"I am')],
    ['another schema', content('{"memories":[]}')],
    ['a list', content('[]')],
    ['no content', content(null)],
    ['cut off', content('{"statements":[]}', 'length')],
    ['no choice', raw('{"choices":[]}')],
    ['nothing', raw('null')],
    ['a huge one', huge],
  ])('%s is refused, and not asked for again', async (_name, fault) => {
    standIn.fail(fault);
    const failure = await failureOf(create().read(part));
    expect([failure.kind, standIn.requests.length]).toEqual(['refused', 1]);
    expect(calls).toEqual(['refused']);
  });

  it.each([
    ['a wrong key', status(401)],
    ['a redirect', status(307, { location: 'http://127.0.0.1:1/v1/chat/completions' })],
  ])('%s is not asked for again', async (_name, fault) => {
    standIn.fail(fault);
    expect((await failureOf(create().read(part))).kind).toBe('unavailable');
    expect(standIn.requests).toHaveLength(1);
  });

  it('leaves no trace of text or key in error and log', async () => {
    const model = create({ apiKey: 'key-canary' });
    for (const fault of [status(400), content(said), raw(`{"${said}`)]) {
      standIn.fail(fault, 3);
      const failure = await failureOf(model.read(part));
      const told = [inspect(failure, { depth: 9 }), JSON.stringify([withoutText(failure), lines])].join();
      expect(told).not.toMatch(/hazelnuts|key-canary/);
    }
  });
});
