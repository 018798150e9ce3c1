import { nothingRead } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import type { ReviewRecord } from '../../ports/records.js';
import { minutesAfter, NOON, newIngest, sequentialIds } from '../../testing/builders.js';
import type { Decision } from './ingest-work.js';
import { reviewDecisions } from './review-decisions.js';

const OWNER = '01950000-0000-7000-8000-0000000000cc';

const extraction = {
  ...{
    content: 'I may live in Porto.',
    memoryType: 'semantic' as const,
    importance: 0.5,
    confidence: 0.2,
    tags: ['a'],
  },
  ...{ sourceSpan: 'I may live in Porto', start: 4, end: 23, rationale: 'why', context: { start: 0, end: 3 } },
};

const decision = (given: Partial<Decision>): Decision => ({
  ...{ extraction, kept: { ...nothingRead, by: 'test' }, status: 'new', memoryId: 'new', repeatsItself: false },
  ...{ reason: null, replaced: [], replacedBy: null },
  ...given,
});

const request = {
  ...{ source: 'chat', ownerEntityId: OWNER, sessionId: 's', actorId: 'a', metadata: { m: 1 } },
  turns: [{ start: 0, end: 30, role: 'user', name: null, at: minutesAfter(-9).toISOString() }],
};

const written = async (decisions: readonly Decision[]) => {
  const rows: ReviewRecord[] = [];
  const reviews = { add: async (added: readonly ReviewRecord[]) => void rows.push(...added) };
  const ingest = newIngest('trace', { request, artifactId: 'artifact' });
  const reviewing = { ingest, occurredAt: minutesAfter(-5), ids: sequentialIds(), now: NOON };
  const reviewed = await reviewDecisions({ reviews } as never, decisions, reviewing);
  return { rows, reviewed };
};

const unsure = decision({ status: 'needs_review', memoryId: null, reason: 'confidence 0.20 is below 0.35' });

describe('reviews of what ingest decides', () => {
  it('hold an unsure candidate with all that is needed to store it', async () => {
    const { rows, reviewed } = await written([unsure]);
    expect(rows).toMatchObject([
      {
        ...{ kind: 'needs_review', state: 'open', ownerEntityId: OWNER, reason: unsure.reason, traceId: 'trace' },
        ...{ sourceArtifactId: 'artifact', memoryId: null, otherIds: [], createdAt: NOON, decidedAt: null },
        candidate: {
          ...{ content: 'I may live in Porto.', sourceSpan: 'I may live in Porto', span: { start: 4, end: 23 } },
          ...{ context: { start: 0, end: 3 }, source: 'chat', sessionId: 's', actorId: 'a', metadata: { m: 1 } },
          ...{ confidence: 0.2, tags: ['a'], speaker: null, by: null, occurredAt: minutesAfter(-9) },
        },
      },
    ]);
    expect(reviewed).toMatchObject([{ status: 'needs_review', reviewId: rows[0]?.id }]);
  });

  it('say which texts try to steer', async () => {
    const { rows } = await written([{ ...unsure, extraction: { ...extraction, instructs: true } }]);
    expect(rows[0]?.kind).toBe('steering');
  });

  it('hold a doubtful replacement by the ids of both sides alone', async () => {
    const { rows, reviewed } = await written([decision({ doubted: ['old', 'older', 'old'] })]);
    expect(rows).toMatchObject([
      { kind: 'replacement', candidate: null, contentHash: null, memoryId: 'new', otherIds: ['old', 'older'] },
    ]);
    expect(reviewed).toMatchObject([{ doubted: ['old', 'older'], reviewId: rows[0]?.id }]);
  });

  it.each<[string, Decision[]]>([
    ['what is sure', [decision({})]],
    ['what is rejected as a repeat', [decision({ status: 'duplicate', memoryId: 'old' })]],
    ['what replaces it anyway', [decision({ status: 'conflict', replaced: ['old'], doubted: ['old'] })]],
    ['what was said of an earlier time', [decision({ replacedBy: { id: 'later', at: NOON }, doubted: ['old'] })]],
    [
      'what the same text replaces itself',
      [decision({ doubted: ['old'] }), decision({ status: 'conflict', memoryId: 'newer', replaced: ['new'] })],
    ],
  ])('are not written of %s', async (_of, decisions) => {
    const { rows, reviewed } = await written(decisions);
    expect(rows).toEqual([]);
    for (const one of reviewed) {
      expect(one.reviewId).toBeUndefined();
      expect(one.doubted).toBeUndefined();
    }
  });
});
