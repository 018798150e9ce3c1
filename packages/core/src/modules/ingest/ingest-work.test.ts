import type { Candidate } from '@hippocamp/shared/schemas/ingest';
import { describe, expect, it } from 'vitest';
import { doneAnswer } from './ingest-work.js';

const rejected = (count: number) => Array.from({ length: count }, (_, index) => ({ content: `${index}` }) as Candidate);

describe('the answer to an ingest', () => {
  it('counts all that was rejected, and lists a thousand', () => {
    const short = doneAnswer('id', { accepted: [], rejected: rejected(1000) }, [], undefined);
    expect([short.rejectedMemories.length, short.warnings]).toEqual([1000, []]);
    const long = doneAnswer('id', { accepted: [], rejected: rejected(1001) }, [], undefined);
    expect(long.rejectedMemories).toEqual(rejected(1000));
    expect(long.summary).toEqual({ candidates: 1001, accepted: 0, rejected: 1001 });
    expect(long.warnings).toMatchObject([{ code: 'rejected_cut' }]);
  });
});
