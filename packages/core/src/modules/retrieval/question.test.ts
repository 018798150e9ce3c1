import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../ports/embedder.js';
import type { MemoryFilter, Records, TenantRecords } from '../../ports/records.js';
import { filterOf, NOON, tenantNamed } from '../../testing/builders.js';
import type { FactReader } from '../facts/facts.js';
import { createCountUnsearchable, createOwnQuestion, createQuestionEmbedder, createShortfall } from './question.js';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const acme = tenantNamed('acme');
const vector = Float32Array.of(1, 0);

const embedderThat = (embed: Embedder['embed']): Embedder => ({
  id: 'test',
  dimensions: 2,
  calibration: { lo: 0, hi: 1, same: 0.9, alpha: 0.5, scale: { doubtful: 0.2, clear: 0.6 } },
  embed,
  likeness: () => 0,
});

it('the names of an owner are looked up once for all questions of a request', async () => {
  let looked = 0;
  const own = {
    entities: { namesOf: async () => [{ id: 'owner', name: 'Mara Lind', type: 'user' }] },
    memories: {
      withFacts: async () => {
        looked += 1;
        return [];
      },
    },
  };
  const ask = createOwnQuestion({
    records: { forTenant: () => own } as unknown as Records,
    facts: { version: 'test', ofMemories: async () => new Map() } as unknown as FactReader,
    language: { askedOfSelf: (question, names) => `${question} ${[...names].join('/')}` },
  });
  const filter = filterOf({ ownerEntityId: 'owner' });
  for (const question of ['Where does Mara live?', 'What does Mara eat?', 'Who is Mara?'])
    expect(await ask(acme, question, filter)).toBe(`${question} mara lind/mara`);
  expect(looked).toBe(1);
  await ask(acme, 'Who is Mara?', filterOf({ ownerEntityId: 'owner' }));
  expect(looked).toBe(2);
});

describe('the vector of a question', () => {
  it('is asked for once', async () => {
    let asked = 0;
    const embed = createQuestionEmbedder({
      embedder: embedderThat(async () => {
        asked += 1;
        return [vector];
      }),
      wait: 1000,
      log,
    });
    expect(await embed(acme, 'tea?')).toEqual({ vector, degraded: false });
    expect(await embed(acme, 'tea?')).toEqual({ vector, degraded: false });
    expect(asked).toBe(1);
  });

  it('is asked for again where another tenant asked it', async () => {
    const asked: string[] = [];
    const embed = createQuestionEmbedder({
      embedder: embedderThat(async ([text]) => {
        asked.push(String(text));
        return [vector];
      }),
      wait: 1000,
      log,
    });
    for (const tenant of [acme, tenantNamed('other'), acme]) await embed(tenant, 'tea?');
    expect(asked).toEqual(['tea?', 'tea?']);
  });

  it('may be unknown, which is no failure', async () => {
    const embed = createQuestionEmbedder({ embedder: embedderThat(async () => [null]), wait: 1000, log });
    expect(await embed(acme, 'xyzzy')).toEqual({ vector: null, degraded: false });
  });

  it('is done without when the model fails or is late, and asked for again later', async () => {
    let calls = 0;
    const failing = embedderThat(() => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('away')) : new Promise(() => undefined);
    });
    const embed = createQuestionEmbedder({ embedder: failing, wait: 5, log });
    expect(await embed(acme, 'tea?')).toEqual({ vector: null, degraded: true });
    expect(await embed(acme, 'tea?')).toEqual({ vector: null, degraded: true });
    expect(calls).toBe(2);
  });

  it('is told as not embedded when that begins, and when it is over', async () => {
    let isAway = true;
    const embedder = embedderThat(async () => {
      if (isAway) throw new Error('away');
      return [null];
    });
    const told: string[] = [];
    const say = (_fields: object, message: string) => void told.push(message);
    const embed = createQuestionEmbedder({ embedder, wait: 1000, log: { info: say, warn: say, error: say } });
    for (let count = 0; count < 3; count += 1) await embed(acme, 'tea?');
    isAway = false;
    for (const text of ['tea?', 'coffee?']) await embed(acme, text);
    expect(told).toEqual([
      'question not embedded; words, recency and importance answer',
      'questions are embedded again',
    ]);
  });
});

const asking = () => {
  let now = NOON.getTime();
  const count = createCountUnsearchable({ clock: { now: () => new Date(now) } });
  return (waiting: number, read: number, secondsLater = 0) => {
    now += secondsLater * 1000;
    const memories = { countWaiting: async () => ({ passing: 10_000, waiting }) };
    return count(acme, { memories } as unknown as TenantRecords, filterOf(), read);
  };
};

const waitOf = (asked: Promise<number>) =>
  asked.then(
    () => 0,
    (problem) => {
      expect(problem.problem).toBe('dependency-unavailable');
      return problem.extras.retryAfter as number;
    },
  );

describe('memories that the index does not hold yet', () => {
  it('are counted, as far as they were not read in its place', async () => {
    expect(await asking()(700, 500)).toBe(200);
    expect(await asking()(400, 500)).toBe(0);
    expect(await asking()(5500, 500)).toBe(5000);
  });

  it('are too many beyond half of what passes, and who asks is told so', async () => {
    await expect(asking()(5501, 500)).rejects.toThrow('5001 of 10000');
  });

  it('are to be waited for as long as the index takes for them', async () => {
    const ask = asking();
    expect(await waitOf(ask(10_000, 0))).toBe(10);
    // 1,000 in 10 s: 4,000 too many take 40.
    expect(await waitOf(ask(9_000, 0, 10))).toBe(40);
    // The filling began anew.
    expect(await waitOf(ask(10_000, 0, 10))).toBe(10);
    // The wait has a maximum, even when hardly anything happens.
    expect(await waitOf(ask(9_999, 0, 10_000))).toBe(300);
  });
});

it('memories without a vector count once, also where they are indexed before the others are counted', async () => {
  const jobs = ['m0', 'm1', 'm2'];
  const memories = {
    unembedded: async (_filter: MemoryFilter, except: readonly string[] = []) =>
      jobs.filter((id) => !except.includes(id)).length,
  };
  const records = { forTenant: () => ({ memories }) } as unknown as Records;
  const shortfall = createShortfall(records, async () => 0)(acme, filterOf());
  shortfall.awaitsVectors(['m1', 'm2']);
  expect(await shortfall.counted()).toEqual({ unreached: 0, unembedded: 3 });
});

it('a count that fails fails the question, and nothing else where the question has ended before', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
  try {
    const failing = async (): Promise<number> => {
      throw new Error('The database is gone.');
    };
    const records = { forTenant: () => ({ memories: { unembedded: failing } }) } as unknown as Records;
    const shortfall = createShortfall(records, failing)(acme, filterOf());
    shortfall.awaitsVectors([]);
    // Rejections that nobody handles are told once the microtasks are done.
    await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
    await expect(shortfall.counted()).rejects.toThrow('The database is gone.');
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
  }
});
