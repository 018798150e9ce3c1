import type { LocalModel } from '@hippocamp/adapters/local-model/embedder';
import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/model-threads';
import { tenantNamed } from '@hippocamp/core/testing/builders';
import { expect, it } from 'vitest';
import { createJudge } from './model-readers.js';

const tenant = tenantNamed('acme');
const pieces = [{ lead: 'user:', text: 'I live in Oslo.', isJudged: true }];

const stage = (open: () => Promise<LocalModel>) => {
  const said: unknown[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void said.push(fields), error: () => undefined };
  return { judge: createJudge({ open }, log), said };
};

it('passes on what the model says, in the lane of the tenant', async () => {
  const asked: unknown[] = [];
  const judge: LocalModel['judge'] = async (...given) => {
    asked.push(given);
    return [];
  };
  const staged = stage(async () => ({ judge }) as LocalModel);
  expect(await staged.judge.judge(tenant, pieces)).toEqual([]);
  expect(asked).toEqual([[pieces, 'reading acme']]);
});

it('says nothing where the model cannot run or fails, and tells so once', async () => {
  const { judge, said } = stage(() => Promise.reject(new LocalModelUnavailable('the runtime is missing')));
  expect(await judge.judge(tenant, pieces)).toBeUndefined();
  expect(await judge.judge(tenant, pieces)).toBeUndefined();
  expect(said).toEqual([{ reason: expect.stringContaining('the runtime is missing') }]);
});
