import type { LocalModel } from '@hippocamp/adapters/local-model/embedder';
import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/model-threads';
import { tenantNamed } from '@hippocamp/core/testing/builders';
import { expect, it } from 'vitest';
import { createPairReader } from './model-readers.js';

const tenant = tenantNamed('acme');
const pairs = [
  ['I live in Oslo.', 'I live in Porto now.'],
  ['I live in Oslo.', 'I like tea.'],
] as const;

const stage = (open: () => Promise<LocalModel>) => {
  const said: unknown[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void said.push(fields), error: () => undefined };
  return { reader: createPairReader({ open }, log), said };
};

it('passes on what the model says, in the lane of the tenant', async () => {
  const relations = pairs.map(() => ({ same: 0, conflict: 1, different: 0 }));
  const asked: unknown[] = [];
  const relate: LocalModel['relate'] = async (given, lane) => {
    asked.push(given, lane);
    return relations;
  };
  const { reader } = stage(async () => ({ relate }) as LocalModel);
  expect(await reader.relate(tenant, pairs)).toEqual(relations);
  expect(asked).toEqual([pairs, 'pairs acme']);
});

it('tells nothing where the model cannot run or fails, and says so once', async () => {
  const { reader, said } = stage(() => Promise.reject(new LocalModelUnavailable('the runtime is missing')));
  expect(await reader.relate(tenant, pairs)).toEqual([null, null]);
  expect(await reader.relate(tenant, pairs)).toEqual([null, null]);
  expect(said).toEqual([{ reason: expect.stringContaining('the runtime is missing') }]);
});
