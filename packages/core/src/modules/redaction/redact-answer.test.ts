import type { Candidate, IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { describe, expect, it } from 'vitest';
import { placesIn } from '../text/places-in.js';
import { batchesOf } from '../text/word-batch.js';
import { looseTexts, redactAnswer, shownText } from './redact-answer.js';

const candidate = (content: string, given: Partial<Candidate> = {}): Candidate => ({
  ...{ content, memoryType: 'episodic', importance: 0.5, confidence: 0.5, tags: ['tea'], sourceSpan: content },
  ...{ rationale: 'why', dedupStatus: 'new', ...given },
});

const answer = (accepted: Candidate[], rejected: Candidate[]): IngestAnswer => ({
  ...{ success: true, traceId: 't', status: 'done', summary: { candidates: 2, accepted: 1, rejected: 1 } },
  ...{ acceptedMemories: accepted, rejectedMemories: rejected, warnings: [] },
  debug: { normalizedInput: 'I like tea.\nI like jam.', extractorVersion: '1', promptVersion: '1', durationMs: 1 },
});

const tea = 'I like tea.';
const jam = candidate('I like jam.', { memoryId: 'jam' });
const gone = { content: '█'.repeat(11), sourceSpan: '█'.repeat(11), tags: [], rationale: 'forgotten' };

describe('the answer of an ingest', () => {
  const forget = async (given: IngestAnswer, keeps: string | null = null, text: string | null = null) => {
    const places = await placesIn(looseTexts(given), batchesOf([tea]));
    const shownPlaces = await placesIn(shownText(given, text), batchesOf([tea]));
    return redactAnswer(given, { memories: new Map([['tea', keeps]]), text, places, shownPlaces });
  };

  it('loses what it says of a forgotten memory, and of repeats of it', async () => {
    const repeat = candidate('I like tea!', { duplicateOf: 'tea', dedupStatus: 'duplicate' });
    const redacted = await forget(answer([candidate(tea, { memoryId: 'tea' }), jam], [repeat]));
    expect(redacted.acceptedMemories).toMatchObject([{ ...gone, memoryId: 'tea' }, jam]);
    expect(redacted.rejectedMemories).toMatchObject([{ ...gone, duplicateOf: 'tea' }]);
    expect(redacted.debug?.normalizedInput).toBe('███████████\nI like jam.');
    expect(redacted.summary).toEqual({ candidates: 2, accepted: 1, rejected: 1 });
  });

  it('loses the words from what was shown for review, and keeps those of other memories', async () => {
    const review = candidate(`Remember: ${tea}`, { dedupStatus: 'needs_review' });
    const other = candidate(`Ann: ${tea}`, { memoryId: 'other' });
    const redacted = await forget(answer([other], [review]));
    expect(redacted.acceptedMemories).toEqual([other]);
    expect(redacted.rejectedMemories).toMatchObject([{ content: 'Remember: ███████████', tags: [] }]);
  });

  it('keeps what the memory still says', async () => {
    const [now, then] = [candidate(tea, { memoryId: 'tea' }), candidate('I like mate', { memoryId: 'tea' })];
    expect((await forget(answer([now], []), tea)).acceptedMemories).toEqual([now]);
    expect((await forget(answer([then], []), tea)).acceptedMemories).toMatchObject([gone]);
  });

  it('shows the raw text as it is now, where there is one', async () => {
    expect((await forget(answer([], []), null, 'a\r\n█')).debug?.normalizedInput).toBe('a \n█');
  });
});
