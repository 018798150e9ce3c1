import { Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBoundedLines } from './bounded-lines.js';
import { createFlow, type FlowBounds } from './flow.js';

const ANSWER = 10_000;

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  closing = [];
});

/** `slow` is a tool that ends when `finish` is called, or with its signal. */
const serving = (most: FlowBounds) => {
  const answers: { id: unknown; turn: number }[] = [];
  const started: unknown[] = [];
  const finishing: (() => void)[] = [];
  let isRead = true;
  let turn = 0;
  let reading = () => {};
  const output = new Writable({
    highWaterMark: 100,
    write(chunk, _encoding, done) {
      answers.push({ id: JSON.parse(String(chunk)).id, turn });
      if (isRead) done();
      else reading = done;
    },
  });
  const flow = createFlow(output, most);
  const lines = createBoundedLines({ refuse: () => {}, admit: flow.admit });
  const make = () => {
    const server = new McpServer({ name: 'test', version: '1.0.0' });
    server.registerTool('large', { description: 'x'.repeat(ANSWER) }, () => ({ content: [] }));
    server.registerTool('slow', {}, async ({ mcpReq: { id, signal } }) => {
      started.push(id);
      await new Promise<void>((resolve) => {
        finishing.push(resolve);
        signal.addEventListener('abort', () => resolve());
      });
      return { content: [] };
    });
    return server;
  };
  const server = serveStdio(make, { transport: flow.counted(new StdioServerTransport(lines, output)) });
  const tick = () => {
    turn += 1;
    ticker = setImmediate(tick);
  };
  let ticker = setImmediate(tick);
  closing.push(async () => {
    clearImmediate(ticker);
    await server.close();
  });
  const send = (...messages: object[]) =>
    lines.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  return {
    answers,
    started,
    output,
    lines,
    flow,
    send,
    finish: () => finishing.shift()?.(),
    turn: () => turn,
    setRead(now: boolean) {
      isRead = now;
      if (now) reading();
    },
  };
};

const lists = (count: number) => Array.from({ length: count }, (_, id) => ({ id, method: 'tools/list' }));
const calls = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, method: 'tools/call', params: { name: 'slow', arguments: {} } }));
const all = (count: number) => Array.from({ length: count }, (_, id) => id);

/** Enough turns for whatever needs not wait to be done. */
const turns = async (service: ReturnType<typeof serving>, count = 200) => {
  const until = service.turn() + count;
  await vi.waitUntil(() => service.turn() >= until, 20_000);
};

describe('lines of a client', () => {
  it('are answered at a turn of the event loop each, however many come at once', async () => {
    const service = serving({ unanswered: 100, held: 1_000_000 });
    service.send(...lists(50));
    await vi.waitUntil(() => service.answers.length === 50, 20_000);
    expect(service.answers.map(({ id }) => id)).toEqual(all(50));
    expect(new Set(service.answers.map(({ turn }) => turn)).size).toBe(50);
  });

  it('wait while their answers are not read, and are answered once they are', async () => {
    const held = 5 * ANSWER;
    const service = serving({ unanswered: 100, held });
    service.setRead(false);
    service.send(...lists(50));
    await vi.waitUntil(() => service.output.writableLength >= held, 20_000);
    await turns(service);
    expect(service.output.writableLength).toBeLessThan(held + 2 * ANSWER);
    service.setRead(true);
    await vi.waitUntil(() => service.answers.length === 50, 20_000);
    expect(service.answers.map(({ id }) => id)).toEqual(all(50));
  });

  it('wait while many are unanswered; what ends one does not', async () => {
    const service = serving({ unanswered: 3, held: 1_000_000 });
    service.send(...calls(3));
    await vi.waitUntil(() => service.started.length === 3, 20_000);
    service.send({ method: 'notifications/cancelled', params: { requestId: 1 } }, ...calls(6).slice(3));
    await vi.waitUntil(() => service.started.length === 4, 20_000);
    await turns(service);
    expect(service.started).toEqual(all(4));
    for (const more of [5, 6]) {
      service.finish();
      service.finish();
      await vi.waitUntil(() => service.started.length >= more, 20_000);
    }
    while (service.answers.length < 5) {
      service.finish();
      await turns(service, 2);
    }
    expect(service.answers.map(({ id }) => id)).toEqual([0, 2, 3, 4, 5]);
  });

  it('with one id are counted each', async () => {
    const service = serving({ unanswered: 3, held: 1_000_000 });
    service.send(...calls(6).map((call) => ({ ...call, id: 'same' })));
    await vi.waitUntil(() => service.started.length === 3, 20_000);
    await turns(service);
    expect(service.started).toHaveLength(3);
  });

  it('that wait at the end are left out, and the others are handed on', async () => {
    const service = serving({ unanswered: 3, held: 1_000_000 });
    const ended = new Promise((resolve) => service.lines.once('end', resolve));
    service.send(...calls(10));
    service.lines.end();
    await vi.waitUntil(() => service.started.length === 3, 20_000);
    service.flow.end();
    await ended;
    expect(service.started).toEqual(all(3));
  });
});
