import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type { TenantRepositories } from '../../ports/records.js';
import { NOON } from '../../testing/builders.js';
import { ANSWER_BYTES } from './redact-answer.js';
import { redactCandidates, withoutDeleted } from './redact-candidates.js';

const text = 'I like tea. I like jam. I sell figs.';
const [tea, jam, figs] = ['I like tea.', 'I like jam.', 'I sell figs.'];

const extraction = (content: string, context: Extraction['context'] = null): Extraction => {
  const start = text.indexOf(content);
  const judged = { memoryType: 'semantic' as const, importance: 0.5, confidence: 0.9, tags: ['tag'], rationale: 'why' };
  return { ...judged, content, sourceSpan: content, start, end: start + content.length, context };
};

const found = [extraction(tea), extraction(jam, { start: 0, end: 12 }), extraction(figs, { start: 12, end: 24 })];
const without = (said: string) => text.replace(said, '█'.repeat(said.length));

describe('what was deleted from a text since it was read', () => {
  it('is nothing while all of it stands', () => {
    expect(withoutDeleted(found, text, 1)).toBeNull();
    expect(withoutDeleted([], without(tea), 0)).toBeNull();
  });

  it('is hidden where it was decided about, and leaves the contexts of others', () => {
    const left = withoutDeleted(found, without(tea), 1);
    const hidden = { content: '█'.repeat(11), sourceSpan: '█'.repeat(11), tags: [], rationale: 'forgotten' };
    expect(left).toEqual([{ ...found[0], ...hidden }, { ...found[1], context: null }, found[2]]);
    expect(withoutDeleted(left ?? [], without(tea), 1)).toBeNull();
  });

  it('is left out where it was not decided about', () => {
    expect(withoutDeleted(found, without(tea), 0)?.map(({ content }) => content)).toEqual([jam, figs]);
  });

  it('is told from bars that the text held before', () => {
    const bars = { ...extraction(tea), sourceSpan: without(tea).slice(0, 11) };
    expect(withoutDeleted([bars], without(tea), 0)).toBeNull();
  });
});

it('is taken from the candidates of as many texts as may be held at once', async () => {
  const asked: (readonly string[])[] = [];
  const saved = new Map<string, string[]>();
  const ingests = {
    heldSizes: async (ids: readonly string[]) =>
      ids.map((id, at) => ({ traceId: `trace of ${id}`, artifactId: id, bytes: at === 0 ? ANSWER_BYTES : 1000 })),
    async heldCandidates(traceIds: readonly string[]) {
      asked.push(traceIds);
      return traceIds.map((traceId) => ({ traceId, candidates: found, decided: 0 }));
    },
    async saveCandidates(traceId: string, left: readonly { content: string }[]) {
      saved.set(
        traceId,
        left.map(({ content }) => content),
      );
    },
  } as unknown as TenantRepositories['ingests'];
  const texts = new Map(Object.entries({ long: without(tea), short: without(jam), same: text }));
  await redactCandidates({ ingests }, texts, NOON);
  expect(asked).toEqual([['trace of long'], ['trace of short', 'trace of same']]);
  expect(saved).toEqual(
    new Map([
      ['trace of long', [jam, figs]],
      ['trace of short', [tea, figs]],
    ]),
  );
});
