import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/model-threads';
import { startStandIn } from '@hippocamp/adapters/openai/testing/stand-in';
import type { Embedder, EmbedderMeasures } from '@hippocamp/core/ports/embedder';
import type { ActiveEmbedder } from '@hippocamp/core/ports/records';
import { afterAll, describe, expect, it } from 'vitest';
import { openEmbedderInUse } from './embedder-in-use.js';
import type { EmbedderSettings, ServerSettings } from './settings.js';

const standIn = await startStandIn();
afterAll(() => standIn.stop());

const embedder = (id: string, dimensions: number): Embedder => ({
  id,
  dimensions,
  calibration: { lo: 0, hi: 1, same: 0.5, alpha: 0.5, scale: { doubtful: 0.2, clear: 0.6 } },
  embed: async (texts) => texts.map(() => new Float32Array(dimensions).fill(1)),
  likeness: () => 1,
});

const words = embedder('words', 2);
const local = { ...embedder('local', 3), behind: true };

const store = (memories = 0) => {
  let active: ActiveEmbedder | null = null;
  const kept = new Map<string, EmbedderMeasures>();
  const said: string[] = [];
  const embedders = {
    active: async () => active,
    decide: async (given: ActiveEmbedder) => {
      active ??= given;
      return active;
    },
    activate: async (given: ActiveEmbedder) => {
      active = given;
    },
    measures: async (id: string) => kept.get(id) ?? null,
    keepMeasures: async (id: string, measures: EmbedderMeasures) => {
      kept.set(id, measures);
      return measures;
    },
  };
  const open = (kind: 'local' | 'words' | EmbedderSettings, runs = true) =>
    openEmbedderInUse({
      settings: typeof kind === 'string' ? { kind } : kind,
      words,
      records: { embedders, counts: async () => ({ memories, unindexed: 0 }) },
      clock: { now: () => new Date(0) },
      log: { info: () => undefined, warn: (_fields, line) => void said.push(line ?? ''), error: () => undefined },
      model: {
        open: async () => {
          if (!runs) throw new LocalModelUnavailable('the runtime is missing');
          return {
            ...local,
            relate: async () => [],
            weigh: async () => [],
            judge: async () => [],
            close: async () => undefined,
          };
        },
        close: async () => undefined,
      },
    });
  return { open, embedders, said };
};

describe('the embedder in use', () => {
  it('is that of the settings in a new store, and stays it whatever a later process is set to', async () => {
    const { open, said } = store();
    const first = await open('local');
    expect([first.embedder.id, first.embedder.behind, first.wanted(), first.lack()]).toEqual([
      'local',
      true,
      null,
      null,
    ]);
    const second = await open('words');
    expect([second.embedder.id, second.embedder.dimensions, second.wanted()?.id]).toEqual(['local', 3, 'words']);
    expect([first.canAsk(), second.canAsk()]).toEqual([true, true]);
    expect(second.lack()).toContain('npm run reindex');
    expect((await second.embedder.embed(['x'], 'question'))[0]).toHaveLength(3);
    expect(said).toEqual([second.lack()]);
  });

  it('cannot be asked by a process that can run neither it nor what it is set to', async () => {
    const { open } = store();
    await open('local');
    const other = await open('words', false);
    expect(other.canAsk()).toBe(false);
    expect(other.lack()).toContain('cannot run; it finds them by words');
    await expect(other.embedder.embed(['x'], 'question')).rejects.toMatchObject({ problem: 'dependency-unavailable' });
  });

  it('is word vectors where memories were stored before anybody decided', async () => {
    const { open } = store(7);
    const { embedder: found, wanted, lack } = await open('local');
    expect([found.id, wanted()?.id]).toEqual(['words', 'local']);
    expect(lack()).toContain('npm run reindex');
  });

  it('is word vectors in a new store on a machine that cannot run the model, which changes nothing of another', async () => {
    const fresh = store();
    const alone = await fresh.open('local', false);
    expect([alone.embedder.id, alone.wanted()]).toEqual(['words', null]);
    expect(alone.lack()).toContain('cannot run here');
    const shared = store();
    await shared.open('local');
    const other = await shared.open('local', false);
    expect([other.embedder.id, other.wanted()]).toEqual(['local', null]);
    await expect(other.embedder.embed(['x'], 'question')).rejects.toMatchObject({ problem: 'dependency-unavailable' });
  });

  it('becomes another once the store goes by another, in what was given away before', async () => {
    const { open, embedders } = store(7);
    const inUse = await open('local');
    const { embedder: found } = inUse;
    expect(await inUse.follow()).toBe(false);
    await embedders.activate({ id: 'local', dimensions: 3 });
    expect(await inUse.follow()).toBe(true);
    expect([found.id, found.behind, inUse.wanted(), inUse.lack()]).toEqual(['local', true, null, null]);
    expect((await found.embed(['x'], 'memory'))[0]).toHaveLength(3);
  });
});

describe('an embedder behind a server', () => {
  const server = (prefixes?: ServerSettings['prefixes']): ServerSettings => ({
    ...{ kind: 'openai', url: standIn.url, model: 'stand-in', apiKey: undefined, dimensions: undefined },
    ...{ prefixes, timeout: 20_000 },
  });
  const served = { id: 'openai-stand-in-512', dimensions: 512 };

  it('is measured where a store begins with it, and known to whoever comes later', async () => {
    const { open, said } = store();
    const first = await open(server());
    expect([first.embedder.id, first.wanted(), first.lack()]).toEqual(['openai-stand-in-512-measured', null, null]);
    expect(first.describe()).toContain('measured: cosine of unrelated texts');
    standIn.requests.length = 0;
    const second = await open(server());
    expect(second.embedder.calibration).toEqual(first.embedder.calibration);
    // The one request asks for the length of vectors.
    expect(standIn.requests).toHaveLength(1);
    expect(said).toEqual([]);
  });

  it('goes on as it was in a store of before, which is told what to do', async () => {
    const { open, embedders, said } = store(7);
    await embedders.activate(served);
    const inUse = await open(server());
    expect([inUse.embedder.id, inUse.isGuessed(), inUse.lack(), inUse.canAsk()]).toEqual([served.id, true, null, true]);
    expect(inUse.describe()).toContain('npm run reindex');
    expect(said).toEqual([expect.stringContaining('npm run reindex')]);
    const wanted = await inUse.wanted()?.open();
    await embedders.activate({ id: wanted?.id ?? '', dimensions: 512 });
    expect(await inUse.follow()).toBe(true);
    expect([inUse.embedder.calibration, inUse.isGuessed(), inUse.wanted()]).toEqual([wanted?.calibration, false, null]);
  });

  it.each(['local', 'words'] as const)(
    'is asked by a process that is set to %s already, as long as the store goes by it',
    async (kind) => {
      const { open, embedders } = store();
      const { id } = (await open(server())).embedder;
      const inUse = await open({ kind, earlier: server() });
      expect([inUse.embedder.id, inUse.canAsk(), inUse.wanted()?.id]).toEqual([id, true, kind]);
      expect((await inUse.embedder.embed(['x'], 'question'))[0]).toHaveLength(512);
      await embedders.activate({ id: kind, dimensions: kind === 'local' ? 3 : 2 });
      expect(await inUse.follow()).toBe(true);
      expect([inUse.embedder.id, inUse.wanted(), inUse.lack()]).toEqual([kind, null, null]);
    },
  );

  it('is another with other prefixes, and the one of the store until that goes over', async () => {
    const { open } = store();
    const { id } = (await open(server())).embedder;
    const inUse = await open(server({ question: 'query: ', memory: '' }));
    expect([inUse.embedder.id, inUse.isGuessed(), inUse.canAsk()]).toEqual([id, false, true]);
    expect(inUse.lack()).toContain('npm run reindex');
    expect((await inUse.wanted()?.open())?.id).not.toBe(id);
  });
});
