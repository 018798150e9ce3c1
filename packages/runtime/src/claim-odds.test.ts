import type { LocalModel } from '@hippocamp/adapters/local-model/embedder';
import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/model-threads';
import { tenantNamed } from '@hippocamp/core/testing/builders';
import { expect, it } from 'vitest';
import { createClaimOdds } from './model-readers.js';

const tenant = tenantNamed('acme');

const stage = (open: () => Promise<LocalModel>) => {
  const said: unknown[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void said.push(fields), error: () => undefined };
  return { odds: createClaimOdds({ open }, log), said };
};

it('passes on what the model says, in the lane of the tenant; of what it makes nothing of, nothing', async () => {
  const asked: unknown[] = [];
  const weigh: LocalModel['weigh'] = async (...given) => {
    asked.push(given);
    return [{ supported: 0.9, refuted: 0.05 }, null];
  };
  const { odds } = stage(async () => ({ weigh }) as LocalModel);
  expect(await odds.weigh(tenant, 'It rains.', ['Rain.', '\u0000'])).toEqual([
    { supported: 0.9, refuted: 0.05 },
    { supported: 0, refuted: 0 },
  ]);
  expect(asked).toEqual([['It rains.', ['Rain.', '\u0000'], 'claims acme']]);
});

it('tells nothing where the model cannot run or fails, and says so once', async () => {
  const { odds, said } = stage(() => Promise.reject(new LocalModelUnavailable('the runtime is missing')));
  expect(await odds.weigh(tenant, 'It rains.', ['Rain.'])).toBeNull();
  expect(await odds.weigh(tenant, 'It rains.', ['Rain.'])).toBeNull();
  expect(said).toEqual([{ reason: expect.stringContaining('the runtime is missing') }]);
});
