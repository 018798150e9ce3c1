import { describe, expect, it } from 'vitest';
import { createHippocamp } from './create-hippocamp.js';
import { ConnectionFailed, StillWorking, TimedOut, WorkFailed } from './errors.js';
import type { ImportAnswer } from './generated/types.js';
import { type Answering, data, fakePorts, json, networkError, problem } from './testing/fake-ports.js';

const traceId = '018f0000-0000-7000-8000-000000000001';

const clientOf = (answer: Answering) => {
  const ports = fakePorts(answer);
  return { client: createHippocamp({ baseUrl: 'http://here', tenant: 'acme', timeoutMs: 5000 }, ports), ports };
};

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};

const stream = (pieces: readonly (Uint8Array | string)[], end: 'closes' | 'hangs' | 'breaks' = 'closes') => {
  const encoder = new TextEncoder();
  const left = [...pieces];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next !== undefined) controller.enqueue(typeof next === 'string' ? encoder.encode(next) : next);
      else if (end === 'closes') controller.close();
      else if (end === 'breaks') controller.error(networkError('ECONNRESET'));
      else return new Promise(() => undefined);
    },
  });
};

const exported = (...given: Parameters<typeof stream>) =>
  new Response(stream(...given), { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } });

const line = (name: string) => JSON.stringify({ kind: 'entity', name });
const end = '{"kind":"end"}';

describe('an export', () => {
  it('comes line by line, wherever it is cut', async () => {
    const bytes = new TextEncoder().encode(`${line('Zoë')}\n${line('日本')}\n${end}\n`);
    const cut = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, at) => bytes.slice(3 * at, 3 * at + 3));
    const { client } = clientOf(() => exported(cut));
    expect(await all(client.tenant.export())).toEqual([line('Zoë'), line('日本'), end]);
  });

  it('that ends before its last line is not taken for whole', async () => {
    for (const how of ['closes', 'breaks'] as const) {
      const { client, ports } = clientOf(() => exported([`${line('a')}\n`], how));
      await expect(ports.settle(all(client.tenant.export()))).rejects.toBeInstanceOf(ConnectionFailed);
      expect(ports.sent).toHaveLength(1);
    }
  });

  it('that ends within a character is not taken for whole, and neither is one with damaged bytes', async () => {
    const whole = new TextEncoder().encode(line('é'));
    for (const pieces of [[whole.subarray(0, whole.length - 3)], [Uint8Array.of(0x22, 0xff, 0x0a), `${end}\n`]]) {
      const { client, ports } = clientOf(() => exported(pieces));
      await expect(ports.settle(all(client.tenant.export()))).rejects.toBeInstanceOf(ConnectionFailed);
    }
  });

  it('that stops coming is given up, and one that is left is closed', async () => {
    const { client, ports } = clientOf(() => exported([`${line('a')}\n`], 'hangs'));
    await expect(ports.settle(all(client.tenant.export()))).rejects.toBeInstanceOf(TimedOut);
    const controller = new AbortController();
    const reason = new Error('enough');
    const seen: string[] = [];
    const read = async () => {
      for await (const next of client.tenant.export({ signal: controller.signal })) {
        seen.push(next);
        queueMicrotask(() => controller.abort(reason));
      }
    };
    await expect(read()).rejects.toBe(reason);
    expect(seen).toEqual([line('a')]);
  });

  it('that is refused throws the problem, and is tried again where that helps', async () => {
    const { client } = clientOf(() => problem('forbidden', 403));
    await expect(all(client.tenant.export())).rejects.toMatchObject({ problem: 'forbidden' });
    const later = clientOf((_sent, count) => (count === 1 ? problem('dependency-unavailable', 503) : exported([end])));
    expect(await later.ports.settle(all(later.client.tenant.export()))).toEqual([end]);
  });
});

const importing = (more: (lines: string[], count: number) => Partial<ImportAnswer> = () => ({})): Answering => {
  const none = { artifact: 0, ingest: 0, entity: 0, event: 0, memory: 0, relation: 0 };
  return ({ body = '' }, count) => {
    const lines = body.trimEnd().split('\n');
    const imported = { ...none, entity: lines.length };
    const answer = { lines: lines.length, imported, skipped: none, problems: [], problemsTotal: 0, complete: false };
    return data({ ...answer, ...more(lines, count) });
  };
};

describe('an import', () => {
  it('is refused with its line where bytes are no UTF-8, and nothing of it is sent', async () => {
    const whole = new TextEncoder().encode('{"kind":"a"}\n{"kind":"é"}\n{"kind":"ü"}\n');
    for (const [bytes, line] of [
      [whole.map((byte) => (byte === 0xa9 ? 0x41 : byte)), 2],
      [whole.map((byte) => (byte === 0xbc ? 0x0a : byte)), 3],
      [whole.subarray(0, whole.length - 4), 3],
    ] as const)
      for (const cut of [1, 7, 100]) {
        const { client, ports } = clientOf(() => data({}));
        const pieces = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, at) =>
          bytes.subarray(at * cut, (at + 1) * cut),
        );
        await expect(ports.settle(client.tenant.import(pieces))).rejects.toThrow(`Line ${line} is no text in UTF-8`);
        expect(ports.sent).toEqual([]);
      }
  });

  it('takes lines, text, bytes cut anywhere, and streams', async () => {
    const text = `${line('Zoë')}\n${line('b')}\n`;
    const bytes = new TextEncoder().encode(text);
    const halves = [bytes.slice(0, 26), bytes.slice(26)];
    const given = [[line('Zoë'), line('b')], text, halves, stream(halves), new Response(text).body as never];
    for (const lines of given) {
      const { client, ports } = clientOf(importing());
      expect((await client.tenant.import(lines)).imported.entity).toBe(2);
      expect(ports.sent).toHaveLength(1);
      expect(ports.sent[0]).toMatchObject({ body: text, headers: { 'content-type': 'application/x-ndjson' } });
    }
  });

  it('goes in parts, and counts lines through all of them', async () => {
    const lines = Array.from({ length: 1201 }, (_, at) => line(`${at}`));
    const bad = { line: 7, code: 'invalid', message: 'does not fit' };
    const { client, ports } = clientOf(importing(() => ({ problems: [bad], problemsTotal: 1 })));
    const progress: number[] = [];
    const answer = await client.tenant.import(lines, { onProgress: (soFar) => progress.push(soFar.lines) });
    expect(answer).toMatchObject({ lines: 1201, imported: { entity: 1201 }, problemsTotal: 3, complete: false });
    expect(answer.problems.map((one) => one.line)).toEqual([7, 507, 1007]);
    expect(progress).toEqual([500, 1000, 1201]);
    expect(ports.sent.map(({ body = '' }) => body).join('')).toBe(`${lines.join('\n')}\n`);
  });

  it('sends a part again whose answer was lost', async () => {
    const answer = importing();
    const { client, ports } = clientOf((sent, count) => {
      if (count === 1) throw networkError('ECONNRESET');
      return answer(sent, count);
    });
    expect(await ports.settle(client.tenant.import([line('a')]))).toMatchObject({ lines: 1 });
    expect(new Set(ports.sent.map(({ body }) => body)).size).toBe(1);
  });

  it.each(['took_too_long', 'no_room'])('goes on with the rest where a request ended for %s', async (code) => {
    const lines = ['a', 'b', 'c', 'd'].map(line);
    const slow = importing((_lines, count) =>
      count === 1 ? { lines: 2, stopped: { line: 3, code, message: 'one request takes …' } } : {},
    );
    const slowly = clientOf(slow);
    const answer = await slowly.client.tenant.import(lines);
    expect(answer).toMatchObject({ lines: 4 });
    expect(answer.stopped).toBeUndefined();
    expect(slowly.ports.sent.map(({ body = '' }) => body.split('\n').length - 1)).toEqual([4, 2]);
  });

  it('stops where the service stops', async () => {
    const bad = clientOf(
      importing(() => ({ stopped: { line: 2, code: 'too_many_bad_lines', message: 'more than …' } })),
    );
    const many = Array.from({ length: 501 }, () => line('x'));
    expect((await bad.client.tenant.import(many)).stopped).toMatchObject({ line: 2 });
    expect(bad.ports.sent).toHaveLength(1);
  });

  it('goes on with the next part where a request ran out of time with its last line', async () => {
    const { client, ports } = clientOf(
      importing((_lines, count) =>
        count === 1
          ? { lines: 500, stopped: { line: 501, code: 'took_too_long', message: 'one request takes …' } }
          : {},
      ),
    );
    const answer = await client.tenant.import(Array.from({ length: 501 }, () => line('x')));
    expect(ports.sent.map(({ body = '' }) => body.split('\n').length - 1)).toEqual([500, 1]);
    expect(answer).toMatchObject({ lines: 501 });
    expect(answer.stopped).toBeUndefined();
  });

  it.each([4, 2000, 1.5])('ends where a service of two lines says that it stopped at line %s', async (at) => {
    const stopped = { line: at, code: 'took_too_long', message: 'one request takes …' } as const;
    const answer = importing(() => ({ stopped }));
    const { client, ports } = clientOf((sent, count) => (count > 5 ? problem('forbidden', 403) : answer(sent, count)));
    expect(await client.tenant.import([line('a'), line('b')])).toMatchObject({ stopped });
    expect(ports.sent).toHaveLength(1);
  });
});

describe('what takes its time', () => {
  const answer = { success: true, traceId, status: 'processing' };
  const body = { content: 'I live in Lisbon.', source: 'chat' } as const;

  it('is waited for until it is done, through a restart of the service', async () => {
    const { client, ports } = clientOf((_sent, count) => {
      if (count === 1) return data(answer, 202);
      if (count > 2 && count < 20) throw networkError('ECONNREFUSED');
      return data({ ...answer, status: count < 20 ? 'processing' : 'done' });
    });
    expect(await ports.settle(client.ingestAndWait(body))).toMatchObject({ status: 'done' });
    expect(ports.sent[0]?.headers.prefer).toBe('respond-async');
    expect(new Set(ports.sent.slice(1).map(({ url }) => url))).toEqual(new Set([`http://here/ingest/${traceId}`]));
  });

  it('is answered at once where it is done at once', async () => {
    const { client, ports } = clientOf(() => data({ ...answer, status: 'done' }));
    expect(await client.ingestAndWait(body)).toMatchObject({ status: 'done' });
    expect(ports.sent).toHaveLength(1);
  });

  it('throws when it has failed, and says why', async () => {
    const { client, ports } = clientOf(() => data({ ...answer, status: 'failed', error: 'The text is unreadable.' }));
    const error = await ports.settle(client.ingestAndWait(body).catch((caught: unknown) => caught));
    expect(error).toBeInstanceOf(WorkFailed);
    expect(error).toMatchObject({ id: traceId, message: `${traceId} has failed: The text is unreadable.` });
  });

  it('can be waited for again where it takes longer', async () => {
    let isDone = false;
    const { client, ports } = clientOf(() => data({ ...answer, status: isDone ? 'done' : 'processing' }));
    const error = await ports.settle(client.ingestAndWait(body, { waitMs: 20_000 }).catch((caught: unknown) => caught));
    expect(error).toBeInstanceOf(StillWorking);
    expect(error).toMatchObject({ id: traceId });
    expect(Math.max(...ports.waits)).toBe(2000);
    isDone = true;
    expect(await client.ingests.wait(traceId)).toMatchObject({ status: 'done' });
  });

  it('is a run of the lifecycle too', async () => {
    const run = { success: true, runId: 'r1', status: 'processing' };
    const { client, ports } = clientOf(({ url }) =>
      url.endsWith('/run') ? json(run, 202) : data({ ...run, status: 'done' }),
    );
    expect(await ports.settle(client.lifecycle.runAndWait({ dryRun: true }))).toMatchObject({ status: 'done' });
    expect(ports.sent[0]).toMatchObject({ body: '{"dryRun":true}', headers: { prefer: 'respond-async' } });
  });
});
