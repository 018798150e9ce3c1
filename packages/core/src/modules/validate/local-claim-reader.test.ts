import type { ReadBeside } from '@hippocamp/shared/language/claim';
import { expect, it } from 'vitest';
import { tenantNamed } from '../../testing/builders.js';
import { createLocalClaimReader } from './local-claim-reader.js';

const tenant = tenantNamed('acme');
const memories = [
  { text: 'I sail.', names: ['mara lind', 'mara'] },
  { text: 'It rains.', names: [] },
];
const supports = { stance: 'supports', score: 0.9, reason: 'direct_entailment' } as const;

const reading = (relations: { supported: number; refuted: number; unknown: number } | null) => {
  const [asked, decided]: [unknown[], ReadBeside[]] = [[], []];
  const reader = createLocalClaimReader({
    pairReader: {
      async weigh(_tenant, pairs) {
        asked.push(...pairs);
        return pairs.map(() => relations);
      },
    },
    language: {
      async decide(_tenant, read) {
        decided.push(...read);
        return read.map(() => supports);
      },
    },
  });
  return { reader, asked, decided };
};

it('reads a claim beside each memory as who says it, and words decide with what was read', async () => {
  const relations = { supported: 0.9, refuted: 0, unknown: 0.1 };
  const { reader, asked, decided } = reading(relations);
  const readings = await reader.read(tenant, 'Mara sails.', memories);
  expect(readings).toEqual({ by: 'rules', relations: [supports, supports] });
  expect(asked).toEqual([
    ['mara lind: I sail.', 'Mara sails.'],
    ['It rains.', 'Mara sails.'],
  ]);
  expect(decided[0]).toEqual({ claim: 'Mara sails.', memory: 'I sail.', names: memories[0]?.names, relations });
});

it('reads nothing where the model cannot run', async () => {
  const { reader, decided } = reading(null);
  expect(await reader.read(tenant, 'Mara sails.', memories)).toBeNull();
  expect(decided).toEqual([]);
});
