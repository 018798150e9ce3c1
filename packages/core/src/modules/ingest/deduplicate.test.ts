import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import { contentHash } from '../memories/normalise.js';
import { decide, toCandidate } from './deduplicate.js';

const extraction = (content: string, confidence = 0.8): Extraction => ({
  content,
  memoryType: 'semantic',
  importance: 0.5,
  confidence,
  tags: [],
  sourceSpan: content,
  start: 0,
  end: content.length,
  rationale: 'test',
  context: null,
  contextStart: null,
});

const counter = () => {
  let count = 0;
  return () => {
    count += 1;
    return `id-${count}`;
  };
};

describe('decisions about candidates', () => {
  it('rejects what is known and names it', () => {
    const known = new Map([[contentHash('I like tea.'), 'old']]);
    const [repeat] = decide([extraction('i like tea')], known, counter());
    expect(toCandidate(repeat as never, true)).toMatchObject({ dedupStatus: 'duplicate', duplicateOf: 'old' });
    expect(toCandidate(repeat as never, true).reason).toContain('old');
  });

  it('rejects a repeat within the same text and names the first', () => {
    const [first, second] = decide([extraction('I like tea.'), extraction('I like tea!')], new Map(), counter());
    expect(first).toMatchObject({ status: 'new', memoryId: 'id-1' });
    expect(second).toMatchObject({ status: 'duplicate', memoryId: 'id-1' });
    expect(toCandidate(second as never, true)).toMatchObject({ duplicateOf: 'id-1' });
  });

  it('names no memory for such a repeat when nothing is stored', () => {
    const [, second] = decide([extraction('I like tea.'), extraction('I like tea!')], new Map(), counter());
    const { duplicateOf, reason } = toCandidate(second as never, false);
    expect(duplicateOf).toBeUndefined();
    expect(reason).not.toContain('id-1');
  });

  it('keeps what differs in a number', () => {
    const statuses = decide([extraction('Room 12 is free.'), extraction('Room 13 is free.')], new Map(), counter());
    expect(statuses.map(({ status }) => status)).toEqual(['new', 'new']);
  });

  it('shows unsure ones for review and says why', () => {
    const [unsure] = decide([extraction('Perhaps tea.', 0.2)], new Map(), counter());
    expect(toCandidate(unsure as never, true)).toMatchObject({
      dedupStatus: 'needs_review',
      reason: expect.stringMatching(/0\.20/),
    });
    expect(toCandidate(unsure as never, true)).not.toHaveProperty('memoryId');
  });

  it('gives no id when nothing is stored', () => {
    const [fresh] = decide([extraction('I like tea.')], new Map(), counter());
    expect(toCandidate(fresh as never, false)).not.toHaveProperty('memoryId');
  });
});
