import { markerOf } from '@hippocamp/shared/language/secret';
import type { Message } from '@hippocamp/shared/schemas/ingest';
import { keptRequest } from '@hippocamp/shared/schemas/kept-request';
import { CONTENT_LENGTH, SPEAKER_LENGTH } from '@hippocamp/shared/schemas/memories';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import { describe, expect, it } from 'vitest';
import type { JobKey, JobQueue } from '../../ports/job-queue.js';
import type { Records, TenantRecords } from '../../ports/records.js';
import { NOON, newIngest, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { createAcceptText, createIngestService, normaliseInput } from './ingest-service.js';

const caller = { tenant: tenantNamed('a'), scopes: new Set<never>(), requestId: 'r' };
const request = { content: 'I live in Lisbon.', source: 'note' as const, autoStore: true, debug: false, metadata: {} };

const row = { traceId: 'trace', request: { warnings: [] }, result: null, error: null };

const serviceOver = (ingests: object, queue: object, leaving?: AbortSignal) => {
  const own = { ingests } as unknown as TenantRecords;
  return createIngestService({
    records: { forTenant: () => own } as unknown as Records,
    queue: queue as JobQueue,
    runOnce: async (records, _key, { effect, finish }) => ({
      result: await finish(await effect(records), async () => undefined),
      replayed: false,
    }),
    language: { redact: async (_tenant, text) => ({ text, removed: [] }) },
    redactsSecrets: true,
    clock: { now: () => NOON },
    ids: sequentialIds(),
    readBy: 'test',
    llmExtraction: null,
    wait: 1000,
    ...(leaving && { leaving }),
  });
};

const serviceWith = (status: object | null, finished: JobQueue['finished'], leaving?: AbortSignal) =>
  serviceOver(
    { accept: async () => undefined, status: async () => status },
    { enqueue: async () => undefined, finished },
    leaving,
  );

/** The row is gone when the worker is done. */
const erased = () => serviceWith(null, async () => true);

/** The model stays due for this many looks. */
const dueFor = (looks: number) => {
  let left = looks;
  const waits: string[] = [];
  const model = () => ({ state: left-- > 0 ? 'due' : 'done', added: 0 });
  const status = async () => ({
    ...newIngest('trace', { state: 'done', result: {} }),
    request: { warnings: [], model: model() },
  });
  const queue = {
    enqueue: async () => undefined,
    finished: async ({ kind }: JobKey, milliseconds: number) => waits.push(`${kind} ${milliseconds}`) > 0,
  };
  return { waits, service: serviceOver({ accept: async () => undefined, status }, queue) };
};

describe('an ingest that a language model reads behind', () => {
  const stateOf = async (looks: number, waitFor: number | undefined) => {
    const { service, waits } = dueFor(looks);
    const { result } = await service.ingest(caller, request, { respondAsync: false, waitFor });
    return [result.model?.state, ...waits];
  };

  it('is waited for where the caller says so, and no longer than any is', async () => {
    expect(await stateOf(1, undefined)).toEqual(['due', 'ingest 1000']);
    expect(await stateOf(2, 300)).toEqual(['done', 'ingest 300', 'model 300', 'model 300']);
    expect(await stateOf(1, 60_000)).toEqual(['done', 'ingest 1000', 'model 1000']);
    expect(await stateOf(3, 0)).toEqual(['due', 'ingest 0', 'model 0']);
  });
});

it('is answered as what it is where it was given up: it is kept, and a repeat would keep it twice', async () => {
  const service = serviceWith({ ...row, state: 'failed', error: 'It takes too long.' }, async () => true);
  const { result } = await service.ingest(caller, request, { respondAsync: false });
  expect(result).toMatchObject({ success: false, status: 'failed', error: 'It takes too long.' });
});

it('is answered as under way to who waits when the process is about to go, and to who comes then', async () => {
  const leaving = new AbortController();
  const never = () => new Promise<boolean>(() => undefined);
  const service = serviceWith({ ...row, state: 'processing' }, never, leaving.signal);
  const waiting = service.ingest(caller, request, { respondAsync: false });
  leaving.abort();
  for (const told of [waiting, service.ingest(caller, request, { respondAsync: false })])
    expect((await told).result).toMatchObject({ success: true, status: 'processing' });
});

describe('an ingest that was erased while it was worked on', () => {
  it('tells who waits for it what happened', async () => {
    const told = erased().ingest(caller, request, { respondAsync: false });
    await expect(told).rejects.toMatchObject({ problem: 'conflict', detail: expect.stringContaining('was erased') });
  });

  it('is unknown to who asks later', async () => {
    await expect(erased().get(caller, caller.requestId)).rejects.toMatchObject({ problem: 'not-found' });
  });
});

const codes = (text: string) => normaliseInput(text).warnings.map(({ code }) => code);

describe('the text of an ingest', () => {
  it('keeps what is clean as it is', () => {
    expect(normaliseInput('Ann: a\nBen: b 😀')).toEqual({ text: 'Ann: a\nBen: b 😀', warnings: [], blank: false });
  });

  it('repairs NUL and half characters and says so', () => {
    expect(normaliseInput('a\0b').text).toBe('a\uFFFDb');
    expect(codes('a\0b')).toEqual(['nul_replaced']);
    expect(normaliseInput('a\uD800b').text).toBe('a\uFFFDb');
    expect(codes('a\uD800b')).toEqual(['surrogate_replaced']);
  });

  it('says that a blank text holds nothing', () => {
    expect(codes(' \n\t\u200B')).toEqual(['blank']);
  });

  it('keeps its line ends; an extractor reads one kind of them, at the same places', () => {
    expect(normaliseInput('a\r\nb\rc').text).toBe('a\r\nb\rc');
    expect(withPlainLines('a\r\nb\rc\nd')).toBe('a \nb\nc\nd');
  });
});

const accept = createAcceptText(async (_tenant, text) => {
  const redacted = text.replace('hunter2', '[password]');
  return { text: redacted, removed: redacted === text ? [] : [{ kind: 'password', count: 1 }] };
});
const say = (content: string, more: Partial<Message> = {}): Message => ({ role: 'user', content, ...more });
const accepted = (...messages: Message[]) => accept(tenantNamed('acme'), messages);

describe('messages off the record', () => {
  it('stand in no text, and are kept before the message that follows', async () => {
    const off = say('The code is hunter2.', { role: 'assistant', keep: false });
    const found = await accepted(say('One.'), off, say('Two.', { keep: true }), say('Never mind.', { keep: false }));
    expect(found).toMatchObject({ text: 'One.\nTwo.', warnings: [] });
    expect(found.turns).toMatchObject([
      { start: 0, end: 4 },
      { start: 5, end: 9 },
    ]);
    expect(found.unkept).toEqual([{ turn: 1, role: 'assistant', name: null, content: 'The code is [password].' }]);
  });

  it('leave nothing where all of them are', async () => {
    expect(await accepted(say('One.', { keep: false }))).toEqual({ text: '', warnings: [], turns: [] });
  });
});

describe('the messages of a talk', () => {
  it('are kept as an import takes them, whatever is off the record or left of them', async () => {
    const unseen = createAcceptText(async (_tenant, text) => ({ text: text.replace('x', ''), removed: [] }));
    const names = [undefined, 'Mara', '\u0001'.repeat(SPEAKER_LENGTH)];
    const talk = Array.from({ length: 1000 }, (_, place) =>
      say(place % 3 === 0 ? 'x' : 'Tea.\0\ud800', {
        ...(names[place % 3] ? { name: names[place % 3] } : {}),
        ...{ keep: place % 5 !== 1, at: NOON.toISOString() },
      }),
    );
    const { text: _text, unkept: _unkept, ...kept } = await unseen(tenantNamed('acme'), talk);
    const order = { source: 'chat', metadata: {}, autoStore: true, debug: false, sessionId: 's', ...kept };
    expect(keptRequest.parse(order)).toEqual(order);
  });
});

describe('a text that its markers would make longer than what may be sent', () => {
  const acceptMarked = createAcceptText(async (_tenant, text) => {
    const redacted = text.replaceAll(/(?<=pw=)\d/g, markerOf('password'));
    return { text: redacted, removed: redacted === text ? [] : [{ kind: 'password', count: 1 }] };
  });
  const most = 'pw=1 '.repeat(CONTENT_LENGTH / 5);

  it('has a sign in the place of each', async () => {
    const whole = await acceptMarked(tenantNamed('acme'), most);
    expect(whole).toMatchObject({ text: most.replaceAll('1', '*'), warnings: [{ code: 'secret_removed' }] });
    expect((await acceptMarked(tenantNamed('acme'), 'pw=1')).text).toBe('pw=[secret removed: password]');
    const talk = Array.from({ length: 100 }, () => say('pw=1 '.repeat(98)));
    const { text, turns } = await acceptMarked(tenantNamed('acme'), talk);
    expect(text).toBe(talk.map(({ content }) => content.replaceAll('1', '*')).join('\n'));
    expect(turns?.at(-1)?.end).toBe(text.length);
  });

  it('is bounded as a name, too', async () => {
    const named = [say('Hello.', { name: 'pw=1 '.repeat(25) }), say('Hello.', { name: 'pw=1' })];
    const { turns } = await acceptMarked(tenantNamed('acme'), named);
    expect(turns?.map(({ name }) => name)).toEqual(['pw=* '.repeat(25), 'pw=[secret removed: password]']);
    expect(turns?.[0]?.name?.length).toBeLessThanOrEqual(SPEAKER_LENGTH);
  });
});
