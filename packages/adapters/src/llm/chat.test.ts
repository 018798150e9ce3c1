import type { Log } from '@hippocamp/core/ports/log';
import { ModelFailure } from '@hippocamp/core/ports/model-failure';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createServerBreaker } from './breaker.js';
import { type CallFigures, createChat, type ModelSettings, type Question } from './chat.js';
import { content, failureOf, hang, raw, status } from './testing/faults.js';
import { type Asked, completionOf, type Fault, sendJson, startStandIn } from './testing/stand-in.js';

/** Each test has its own, since a request that one has given up may still be under way in the next. */
let standIn: Awaited<ReturnType<typeof startStandIn>>;
afterEach(() => {
  vi.useRealTimers();
  return standIn.stop();
});

const lines: { fields: Record<string, unknown>; message: string }[] = [];
const note = (fields: Record<string, unknown>, message: string) => void lines.push({ fields, message });
const log: Log = { info: note, warn: note, error: note };
const calls: [string, CallFigures][] = [];

beforeEach(async () => {
  standIn = await startStandIn();
  lines.length = 0;
  calls.length = 0;
});

const create = (settings: Partial<ModelSettings> = {}) =>
  createChat({ ...standIn.server, log, onCall: (...call) => void calls.push(call), ...settings });

const good = { said: 'a "quoted" {brace} and </think>' };
const json = JSON.stringify(good);
const question: Question<unknown> = {
  instructions: 'Say it.',
  data: { text: 'I sail.' },
  schema: { name: 'sayings', schema: { type: 'object', properties: { said: { type: 'string' } } } },
  read(text) {
    const found: unknown = JSON.parse(text);
    if (typeof found === 'object' && found !== null && 'said' in found) return found;
    throw new ModelFailure('none of the schema', 'refused');
  },
};

const message =
  (given: Record<string, unknown>, rest: Record<string, unknown> = {}): Fault =>
  (response) => {
    const completion = completionOf(null);
    const choices = completion.choices.map((choice) => ({ ...choice, message: { ...choice.message, ...given } }));
    sendJson(response, { ...completion, choices, ...rest });
  };
const usage = (given: unknown) => message({ content: json }, { usage: given });
const plain = JSON.stringify(completionOf(json));

const unless =
  (fits: (body: Asked['body']) => unknown, words: string, code = 400): Fault =>
  (response, { body }) =>
    fits(body)
      ? sendJson(response, completionOf(json))
      : sendJson(response, { error: { message: words, type: 'invalid_request_error' } }, code);

describe('an answer is read', () => {
  it.each<[string, Fault]>([
    ['as it is', content(json)],
    ['in a fence', content(`\`\`\`json\n${json}\n\`\`\``)],
    ['after thinking aloud', content(`<think>\nLet me see: {facts} and {"said": 1}\n</think>\n\n${json}`)],
    ['after much thinking', content(`<think>${'{ '.repeat(100)}</think>{"said":1}`)],
    ['amid prose', content(`Here is the JSON you asked for, {really}:\n\n${json}\n\nLet me know!`)],
    ['as content of parts', message({ content: [{ type: 'text', text: json }] })],
    [
      'in two parts, after one of thoughts',
      message({
        content: [
          { type: 'thinking', thinking: [{ text: 'hm' }] },
          { type: 'text', text: json.slice(0, 5) },
          { type: 'text', text: json.slice(5) },
        ],
      }),
    ],
    ['as what a tool is given', message({ tool_calls: [{ function: { name: 'sayings', arguments: json } }] })],
    ['as what a tool is given, unwrapped', message({ content: '', tool_calls: [{ function: { arguments: good } }] })],
    ['as what a function is given', message({ function_call: { name: 'sayings', arguments: json } })],
    ['beside thoughts', message({ content: json, reasoning_content: 'hm' })],
    ['after a byte order mark', raw(`\ufeff${plain}`)],
    ['with a prototype', raw(plain.replace('{', '{"__proto__":{"x":1},'))],
    ['without usage', usage(undefined)],
    ['with usage of -1', usage({ prompt_tokens: -1, completion_tokens: -1 })],
    ['with usage in words', usage({ prompt_tokens: '12', completion_tokens: 'many' })],
    ['with usage of null', usage(null)],
    ['with nulls as usage', usage({ prompt_tokens: null, completion_tokens: null })],
    ['with a list as usage', usage([])],
    ['with objects as usage', usage({ prompt_tokens: { valueOf: 1, toString: 1 }, completion_tokens: [[5]] })],
    ['with usage beyond counting', usage({ prompt_tokens: 1e308, completion_tokens: 12.5 })],
  ])('%s', async (_name, fault) => {
    standIn.fail(fault);
    expect(await create().ask(question)).toHaveProperty('said');
    expect(standIn.requests).toHaveLength(1);
    const [[outcome, { tokens }] = ['', { tokens: { prompt: 0, completion: 0 } }]] = calls;
    expect(outcome).toBe('answered');
    for (const count of Object.values(tokens)) expect(Number.isInteger(count) && count > 0 && count < 1e6).toBe(true);
  });

  it.each<[string, Fault, number, Partial<ModelSettings>]>([
    [
      'knows no schema',
      unless(
        ({ response_format: format }) => format?.type !== 'json_schema',
        "'response_format.type' must be 'json_object' or 'text'",
      ),
      2,
      {},
    ],
    [
      'knows no format',
      unless(({ response_format: format }) => !format, 'Unrecognized request argument supplied: response_format'),
      3,
      {},
    ],
    [
      'says so with 422',
      unless(({ response_format: format }) => !format, 'response format is not supported', 422),
      3,
      {},
    ],
    ['wants a limit', unless(({ max_tokens: limit }) => limit, 'max_tokens: Field required'), 1, {}],
    [
      'names the limit anew',
      unless(
        (body) => body.max_completion_tokens && !body.max_tokens,
        "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
      ),
      2,
      {},
    ],
    [
      'has a temperature of its own',
      unless((body) => !('temperature' in body), "'temperature' does not support 0 with this model"),
      2,
      {},
    ],
    [
      'thinks as it likes',
      unless((body) => !('reasoning_effort' in body), "Unknown parameter: 'reasoning_effort'"),
      2,
      { reasoning: 'low' },
    ],
    [
      'has no template to tell',
      unless((body) => !('chat_template_kwargs' in body), 'chat_template_kwargs: extra inputs are not permitted'),
      2,
      { reasoning: 'none' },
    ],
    [
      'wants turns',
      unless(
        ({ messages }) => messages.filter(({ role }) => role === 'user').length === 1,
        'roles must alternate user/assistant',
      ),
      1,
      {},
    ],
    ['knows no system', unless(({ messages }) => messages[0]?.role === 'user', 'System role not supported'), 2, {}],
    [
      'refuses all at once',
      unless(
        (body) => !body.response_format && !('temperature' in body),
        'temperature and response_format are not supported',
      ),
      4,
      {},
    ],
  ])('from a server that %s, which is remembered', async (_name, fault, requests, settings) => {
    const chat = create(settings);
    standIn.fail(fault, 9);
    expect(await chat.ask(question)).toEqual(good);
    expect(standIn.requests).toHaveLength(requests);
    expect(await chat.ask(question)).toEqual(good);
    expect(standIn.requests).toHaveLength(requests + 1);
    expect(lines).toHaveLength(requests > 1 ? 1 : 0);
  });

  it('with the schema in the words, where the format does not say it, or was not looked at', async () => {
    const chat = create();
    const instructions = () => standIn.requests.at(-1)?.body.messages[0]?.content;
    standIn.fail(content('1. You sail.'));
    await failureOf(chat.ask(question));
    expect(instructions()).toBe(question.instructions);
    standIn.fail(content(json));
    await chat.ask(question);
    expect(instructions()).toContain(JSON.stringify(question.schema.schema));
    expect(standIn.requests.at(-1)?.body.response_format?.type).toBe('json_schema');
  });
});

it('sends headers besides, and how much is to be thought', async () => {
  standIn.fail(content(json), 2);
  await create({ apiKey: 'key-1', headers: { 'api-key': 'other' }, reasoning: 'low' }).ask(question);
  await create({ reasoning: 'none' }).ask(question);
  const [low, none] = standIn.requests;
  expect(low?.headers).toMatchObject({ authorization: 'Bearer key-1', 'api-key': 'other' });
  expect(low?.body).toMatchObject({ reasoning_effort: 'low' });
  expect(low?.body).not.toHaveProperty('chat_template_kwargs');
  expect(none?.body).toMatchObject({ reasoning_effort: 'none', chat_template_kwargs: { enable_thinking: false } });
});

it('leaves an answer the room that there is beside what is asked', async () => {
  const limitFor = async (text: string) => {
    standIn.fail(content(json));
    await create({ url: `${standIn.url}/` }).ask({ ...question, data: { text } });
    return standIn.requests.at(-1)?.body.max_tokens;
  };
  expect(await limitFor('I sail.')).toBe(4096);
  expect(await limitFor('x'.repeat(20_000))).toBeLessThan(2700);
  expect(await limitFor('x'.repeat(40_000))).toBe(256);
});

it.each<[string, Fault]>([
  ['a page', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works</h1>')],
  ['a page of a gateway', (response) => void response.writeHead(502).end('<h1>Bad Gateway</h1>')],
  ['nothing', (response) => void response.writeHead(200).end()],
  ['no content', (response) => void response.writeHead(204).end()],
  ['a stream', raw(`data: {"choices":[{"delta":{"content":${JSON.stringify(json)}}}]}\n\ndata: [DONE]\n\n`)],
  ['half an envelope', raw(plain.slice(0, -40))],
  [
    'a promise of more',
    (response) => void response.writeHead(200, { 'content-length': 5000 }).write('{', () => response.destroy()),
  ],
  ['a broken connection', (response) => void response.destroy()],
  ['silence', hang],
])('ends in a failure where a server sends %s', async (_name, fault) => {
  standIn.fail(fault, 3);
  expect(['refused', 'unavailable']).toContain((await failureOf(create({ timeoutMs: 100 }).ask(question))).kind);
});

describe('an answer is refused', () => {
  it.each<[string, Fault]>([
    ['words alone', content("I'm sorry, but I can't assist with that request.")],
    ['a refusal', message({ refusal: "I'm sorry." })],
    ['filtered', content('', 'content_filter')],
    ['cut off', content(json, 'length')],
    ['thoughts without an end', content('<think>Let me see: {')],
    ['null', raw('null')],
    ['a number', raw('5')],
    ['a list', raw('[]')],
    ['a text', raw('"x"')],
    ['choices of text', raw('{"choices":"abc"}')],
    ['choices by name', raw('{"choices":{"1":{"message":{"content":"x"}}}}')],
    ['a choice of null', raw('{"choices":[null]}')],
    ['a message of null', raw('{"choices":[{"message":null}]}')],
    ['a message of text', raw('{"choices":[{"message":"x"}]}')],
    ['content of a number', raw('{"choices":[{"message":{"content":5}}]}')],
    ['parts of nothing', message({ content: [null, { type: 'image' }, 5] })],
    ['a tool that is given nothing', message({ tool_calls: [{ function: { arguments: null } }, null] })],
    ['too deep', content('['.repeat(200_000))],
    ['too deep to be an object', content('{"a":'.repeat(200_000))],
  ])('where it is %s', async (_name, fault) => {
    standIn.fail(fault);
    expect((await failureOf(create().ask(question))).kind).toBe('refused');
    expect(standIn.requests).toHaveLength(1);
  });

  it('where reading it fails in any other way', async () => {
    standIn.fail(content(json));
    const read = () => {
      throw new RangeError(json);
    };
    expect(await failureOf(create().ask({ ...question, read }))).toMatchObject({
      kind: 'refused',
      message: 'the answer cannot be read: RangeError',
    });
  });
});

describe('what is at fault rests', () => {
  const ask = (chat: ReturnType<typeof create>) => chat.ask(question).catch((error: unknown) => error);
  const times = async (count: number, chat: ReturnType<typeof create>) => {
    for (let call = 0; call < count; call += 1) await ask(chat);
  };

  it.each([400, 413, 422])('one text and no other with status %s', async (code) => {
    const chat = create();
    standIn.fail(status(code), 9);
    standIn.fail(content(json));
    await times(9, chat);
    expect(await ask(chat)).toEqual(good);
    expect(calls.filter(([outcome]) => outcome === 'refused')).toHaveLength(9);
    expect(lines).toEqual([]);
  });

  it.each([401, 402, 404, 405])('the settings at once with status %s, which is told once', async (code) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const chat = create();
    standIn.fail(status(code), 3);
    for (let minutes = 0; minutes < 15; minutes += 1) {
      await ask(chat);
      vi.advanceTimersByTime(60_000);
    }
    vi.useRealTimers();
    expect(standIn.requests).toHaveLength(3);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      fields: { reason: `status ${code}` },
      message: expect.stringContaining('LLM_API_KEY'),
    });
    expect(chat.state()).toMatchObject({ outcome: 'unavailable', reason: `status ${code}` });
  });

  describe.each([403, 451, 418, 302])('with status %s, which a text may bring about or the settings,', (code) => {
    const askFor = (chat: ReturnType<typeof create>, tenant: string) =>
      chat.ask(question, { tenant, spent: () => undefined }).catch((error: unknown) => error);

    it('one tenant alone, after five in a row', async () => {
      const chat = create();
      standIn.fail(status(code), 5);
      for (let call = 0; call < 7; call += 1) await askFor(chat, 'a');
      expect(standIn.requests).toHaveLength(5);
      expect(lines).toEqual([expect.objectContaining({ message: expect.stringContaining('LLM_API_KEY') })]);
      standIn.fail(content(json));
      expect(await askFor(chat, 'b')).toEqual(good);
      expect(chat.state()).toMatchObject({ outcome: 'answered', rests: true });
      expect(await askFor(chat, 'a')).toMatchObject({ asked: false });
    });

    it('one tenant alone, as long as the server asks', async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const chat = create();
      standIn.fail(status(code, { 'retry-after': '3600' }));
      standIn.fail(content(json), 3);
      await askFor(chat, 'a');
      expect(await askFor(chat, 'b')).toEqual(good);
      vi.advanceTimersByTime(3_599_000);
      expect(await askFor(chat, 'a')).toMatchObject({ asked: false });
      expect(await askFor(chat, 'b')).toEqual(good);
      vi.advanceTimersByTime(2000);
      expect(await askFor(chat, 'a')).toEqual(good);
      vi.useRealTimers();
    });

    it('all of this model, after five in a row of two tenants', async () => {
      const server = createServerBreaker();
      const chat = createChat({ ...standIn.server, log }, server);
      const other = createChat({ ...standIn.server, log, model: 'other' }, server);
      standIn.fail(status(code), 5);
      for (const tenant of ['a', 'b', 'a', 'b', 'a']) await askFor(chat, tenant);
      expect(await askFor(chat, 'c')).toMatchObject({ asked: false });
      expect(standIn.requests).toHaveLength(5);
      standIn.fail(content(json));
      expect(await askFor(other, 'a')).toEqual(good);
    });
  });

  it('a model whose answers to one tenant cannot be used, after five in a row, for minutes and for that one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const chat = create();
    standIn.fail(content('No.'), 5);
    standIn.fail(content(json));
    await times(7, chat);
    expect(standIn.requests).toHaveLength(5);
    standIn.fail(content(json));
    expect(await chat.ask(question, { tenant: 'other', spent: () => undefined })).toEqual(good);
    expect(chat.state()).toMatchObject({ rests: true });
    vi.advanceTimersByTime(301_000);
    expect(await ask(chat)).toEqual(good);
    vi.useRealTimers();
    expect(chat.state()).toMatchObject({ outcome: 'answered', reason: null, rests: false });
    expect(calls.map(([outcome]) => outcome).slice(4, 8)).toEqual(['refused', 'resting', 'resting', 'answered']);
  });

  it('a server that hangs, after five, for half a minute', async () => {
    const chat = create({ timeoutMs: 10 });
    standIn.fail(hang, 99);
    await times(5, chat);
    const before = standIn.requests.length;
    expect(await failureOf(chat.ask(question))).toMatchObject({ kind: 'unavailable', asked: false });
    expect(standIn.requests).toHaveLength(before);
    expect(lines).toHaveLength(1);
  });

  it('texts of one tenant on which the server fails, for that one', async () => {
    const server = createServerBreaker();
    // Shorter than the pause before a second try, and long enough for an answer on a busy machine.
    const [hasty, patient] = [100, 20_000].map((timeoutMs) =>
      createChat({ ...standIn.server, log, timeoutMs }, server),
    );
    if (!hasty || !patient) throw new Error('There are two.');
    standIn.fail(status(500), 5);
    await times(6, hasty);
    expect(standIn.requests).toHaveLength(5);
    expect(await failureOf(patient.ask(question))).toMatchObject({ asked: false });
    expect(lines).toEqual([expect.objectContaining({ message: expect.stringContaining('one tenant') })]);
    standIn.fail(content(json));
    expect(await patient.ask(question, { tenant: 'other', spent: () => undefined })).toEqual(good);
    expect(patient.state()).toMatchObject({ outcome: 'answered', rests: true });
  });

  it('a server that wants to be left alone, as long as it says', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const chat = create();
    standIn.fail(status(429, { 'retry-after': '120' }));
    standIn.fail(content(json));
    await times(2, chat);
    vi.advanceTimersByTime(119_000);
    await ask(chat);
    expect(standIn.requests).toHaveLength(1);
    vi.advanceTimersByTime(2000);
    expect(await ask(chat)).toEqual(good);
    vi.useRealTimers();
  });

  it('a provider that fails behind a server', async () => {
    standIn.fail(raw('{"error":{"message":"Provider returned error","code":502}}'), 2);
    standIn.fail(content(json));
    expect(await create().ask(question)).toEqual(good);
  });
});

it('tells of tokens that an answer took, also where it cannot be used', async () => {
  const spent: number[] = [];
  const call = { tenant: 'acme', spent: (tokens: number) => void spent.push(tokens) };
  const chat = create();
  standIn.fail(content(json));
  await chat.ask(question, call);
  standIn.fail(content('No.'));
  await failureOf(chat.ask(question, call));
  standIn.fail(status(400));
  await failureOf(chat.ask(question, call));
  expect(spent).toEqual([120, 120, 0]);
});
