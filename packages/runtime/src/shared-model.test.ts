import type { LocalModel } from '@hippocamp/adapters/local-model/embedder';
import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/model-threads';
import { tenantNamed } from '@hippocamp/core/testing/builders';
import { describe, expect, it } from 'vitest';
import { createClaimOdds, createJudge, createPairReader } from './shared-model.js';

const tenant = tenantNamed('acme');

const stage = (open: () => Promise<LocalModel>) => {
  const said: unknown[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void said.push(fields), error: () => undefined };
  return { model: { open }, log, said };
};

const having = <Name extends 'relate' | 'weigh' | 'judge'>(
  name: Name,
  answer: Awaited<ReturnType<LocalModel[Name]>>,
) => {
  const asked: unknown[] = [];
  const method = async (...given: unknown[]) => {
    asked.push(given);
    return answer;
  };
  return { ...stage(async () => ({ [name]: method }) as unknown as LocalModel), asked };
};

const missing = () => stage(() => Promise.reject(new LocalModelUnavailable('the runtime is missing')));
const told = [{ reason: expect.stringContaining('the runtime is missing') }];

describe('the reader of pairs', () => {
  const pairs = [
    ['I live in Oslo.', 'I live in Porto now.'],
    ['I live in Oslo.', 'I like tea.'],
  ] as const;

  it('passes on what the model says, in the lane of the tenant', async () => {
    const relations = pairs.map(() => ({ same: 0, conflict: 1, different: 0 }));
    const { model, log, asked } = having('relate', relations);
    expect(await createPairReader(model, log).relate(tenant, pairs)).toEqual(relations);
    expect(asked).toEqual([[pairs, 'pairs acme']]);
  });

  it('tells nothing where the model cannot run or fails, and says so once', async () => {
    const { model, log, said } = missing();
    const reader = createPairReader(model, log);
    expect(await reader.relate(tenant, pairs)).toEqual([null, null]);
    expect(await reader.relate(tenant, pairs)).toEqual([null, null]);
    expect(said).toEqual(told);
  });
});

describe('the reader of claims', () => {
  it('passes on what the model says, in the lane of the tenant; of what it makes nothing of, nothing', async () => {
    const { model, log, asked } = having('weigh', [{ supported: 0.9, refuted: 0.05 }, null]);
    expect(await createClaimOdds(model, log).weigh(tenant, 'It rains.', ['Rain.', '\u0000'])).toEqual([
      { supported: 0.9, refuted: 0.05 },
      { supported: 0, refuted: 0 },
    ]);
    expect(asked).toEqual([['It rains.', ['Rain.', '\u0000'], 'claims acme']]);
  });

  it('tells nothing where the model cannot run or fails, and says so once', async () => {
    const { model, log, said } = missing();
    const odds = createClaimOdds(model, log);
    expect(await odds.weigh(tenant, 'It rains.', ['Rain.'])).toBeNull();
    expect(await odds.weigh(tenant, 'It rains.', ['Rain.'])).toBeNull();
    expect(said).toEqual(told);
  });
});

describe('the judge', () => {
  const pieces = [{ lead: 'user:', text: 'I live in Oslo.', isJudged: true }];

  it('passes on what the model says, in the lane of the tenant', async () => {
    const { model, log, asked } = having('judge', []);
    expect(await createJudge(model, log).judge(tenant, pieces)).toEqual([]);
    expect(asked).toEqual([[pieces, 'reading acme']]);
  });

  it('says nothing where the model cannot run or fails, and tells so once', async () => {
    const { model, log, said } = missing();
    const judge = createJudge(model, log);
    expect(await judge.judge(tenant, pieces)).toBeUndefined();
    expect(await judge.judge(tenant, pieces)).toBeUndefined();
    expect(said).toEqual(told);
  });

  it('is missing where no model can run, and not where one fails', async () => {
    const { model, log } = missing();
    const away = createJudge(model, log);
    expect(away.isMissing?.()).toBe(false);
    await away.judge(tenant, pieces);
    expect(away.isMissing?.()).toBe(true);
    const judge = () => Promise.reject(new Error('the thread died'));
    const failing = createJudge({ open: async () => ({ judge }) as unknown as LocalModel }, log);
    expect(await failing.judge(tenant, pieces)).toBeUndefined();
    expect(failing.isMissing?.()).toBe(false);
  });
});
