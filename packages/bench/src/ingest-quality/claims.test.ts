import { describe, expect, it } from 'vitest';
import { openReadingModel } from '../setups/reading-parts.js';
import { binsOf, type ClaimCase, type JudgedClaim, judgeClaims } from './claims.js';

describe('claims', () => {
  it('are judged by all memories of their case, as of a time and by the name of the owner', async () => {
    const model = await openReadingModel();
    const cases: ClaimCase[] = [
      {
        topic: 'moving',
        owner: 'Mara Lind',
        memories: [
          { content: 'I live in Oslo.', at: '2025-01-01T00:00:00Z' },
          { content: 'I am allergic to hazelnuts.' },
        ],
        claims: [
          { claim: 'Mara lives in Oslo.', asOf: '2025-06-01T00:00:00Z', want: 'supported', how: 'plain' },
          { claim: 'The user lives in Rome.', want: 'refuted', how: 'plain' },
          {
            claim: 'Mara Lind has a hazelnut allergy.',
            asOf: '2025-06-01T00:00:00Z',
            want: 'not_enough_info',
            how: 'plain',
          },
        ],
      },
    ];
    const judged = await judgeClaims(cases, [model.claimReader]).finally(model.close);
    expect(judged.map(({ verdict }) => verdict)).toEqual(['supported', 'refuted', 'not_enough_info']);
    expect(judged.map(({ confidence }) => confidence > 0)).toEqual([true, true, false]);
  });

  it('are trusted no more where their evidence is weaker', () => {
    const claim = (score: number, verdict: JudgedClaim['verdict']): JudgedClaim => ({
      ...{ claim: '', want: 'supported', how: 'plain', confidence: 0, score, verdict },
    });
    const bins = binsOf([
      claim(1, 'supported'),
      claim(1, 'refuted'),
      claim(0.95, 'supported'),
      claim(0.95, 'supported'),
      claim(0.9, 'not_enough_info'),
    ]);
    expect(bins.map(({ answered, right }) => [answered, right])).toEqual([
      [2, 1],
      [2, 2],
      [0, 0],
    ]);
    expect(bins.map(({ confidence }) => confidence)).toEqual([0.5, 0.5, 0.5]);
  });
});
