import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import { withoutDeleted } from './redact-candidates.js';

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
