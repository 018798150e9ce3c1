import { describe, expect, it } from 'vitest';
import { segment } from '../segment/segment.js';
import { passagesOf } from './assistants.js';

const said = (text: string) => segment({ text: `assistant: ${text}`, source: 'chat' });

describe('passages of an answer', () => {
  it('are one where it is short', () => {
    const found = said('The ferry takes 40 minutes. It leaves at 9. The museum opens at 10.');
    expect(passagesOf(found)).toEqual([found]);
    expect(passagesOf([])).toEqual([]);
  });

  it.each([80, 200, 600])('are a handful, and hold all of it in its order: %d sentences', (count) => {
    const found = said('The ferry to the museum island takes 40 minutes on working days. '.repeat(count).trim());
    const passages = passagesOf(found);
    expect(passages.flat()).toEqual(found);
    expect(passages.length).toBeGreaterThan(1);
    expect(passages.length).toBeLessThanOrEqual(6);
  });
});
