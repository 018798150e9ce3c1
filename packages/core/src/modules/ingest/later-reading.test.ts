import type { IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { describe, expect, it } from 'vitest';
import type { LlmExtraction } from '../../ports/extractor.js';
import type { IngestOrder, TenantRepositories } from '../../ports/records.js';
import { newArtifact, newIngest, tenantNamed } from '../../testing/builders.js';
import { isDueYet, lastReader, readingOf, withAdded } from './later-reading.js';

const [acme, other] = [tenantNamed('acme'), tenantNamed('other')];
const llmExtraction = { id: 'llm:test', maySend: (tenant) => tenant === acme } as LlmExtraction;
const order = (request: Partial<IngestOrder>) => newIngest('trace', { artifactId: 'text', request });

describe('what a language model is to read', () => {
  it.each([
    ['a text of a tenant whose texts go there', acme, order({}), 'due'],
    ['a text of another tenant', other, order({}), 'off'],
    ['a text that is to stay at home', acme, order({ reader: 'local' }), 'off'],
    ['a text that is kept nowhere', acme, { ...order({}), artifactId: null }, 'off'],
    ['nothing that can be seen', acme, order({ warnings: [{ code: 'blank', message: '' }] }), 'off'],
  ])('is, or is not, %s', (_what, tenant, ingest, state) => {
    expect(readingOf(llmExtraction, tenant, ingest)).toEqual({ state, added: 0 });
    expect(readingOf(null, tenant, ingest)).toBeUndefined();
  });

  it('names who reads last', () => {
    const readers = { readBy: 'local', llmExtraction };
    expect([lastReader(readers, acme), lastReader(readers, other)]).toEqual(['llm:test', 'local']);
    expect(lastReader(readers, acme, { reader: 'local' })).toBe('local');
    expect(lastReader({ readBy: 'local', llmExtraction: null }, acme)).toBe('local');
  });

  it('is due only while its text stands as it was read', async () => {
    const ingest = newIngest('trace', {
      artifactId: 'text',
      state: 'done',
      request: { model: { state: 'due', added: 0 } },
    });
    const isDue = (content: string | null, row: typeof ingest | null = ingest) =>
      isDueYet(
        {
          ingests: { status: async () => row },
          artifacts: { get: async () => content && newArtifact('text', { content }) },
        } as unknown as TenantRepositories,
        { ingest, text: 'As it was.' },
      );
    expect(await isDue('As it was.')).toBe(true);
    expect(await isDue('As it was.', { ...ingest, state: 'processing' })).toBe(false);
    expect(await isDue('As it was.', null)).toBe(false);
    await expect(isDue('██ it was.')).rejects.toMatchObject({ name: 'TextChanged' });
    await expect(isDue(null)).rejects.toMatchObject({ name: 'TextChanged' });
  });
});

const candidate = (content: string, dedupStatus = 'new') => ({ content, dedupStatus });
const answer = (accepted: object[], rejected: object[], codes: string[] = []) =>
  ({
    summary: { candidates: accepted.length + rejected.length, accepted: accepted.length, rejected: rejected.length },
    acceptedMemories: accepted,
    rejectedMemories: rejected,
    warnings: codes.map((code) => ({ code, message: '' })),
  }) as unknown as IngestAnswer;

describe('what it added to an answer', () => {
  it('is what was stored and what waits for somebody, and no repeat', () => {
    const first = answer([], [candidate('Old.', 'duplicate')], ['secret_removed', 'nothing_found']);
    const found = answer([candidate('New.')], [candidate('Old.', 'near_duplicate'), candidate('Do.', 'needs_review')]);
    expect(withAdded(first, found)).toEqual({
      summary: { candidates: 3, accepted: 1, rejected: 2 },
      acceptedMemories: [candidate('New.')],
      rejectedMemories: [candidate('Old.', 'duplicate'), candidate('Do.', 'needs_review')],
      warnings: [{ code: 'secret_removed', message: '' }],
    });
  });

  it('is nothing where it found nothing, which is no news', () => {
    const first = answer([], [], ['nothing_found']);
    expect(withAdded(first, answer([], [], ['nothing_found', 'llm_budget'])).warnings.map(({ code }) => code)).toEqual([
      'nothing_found',
      'llm_budget',
    ]);
  });
});
