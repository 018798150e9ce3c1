import { describe, expect, it } from 'vitest';
import { segment } from '../segment/segment.js';
import { assistantTells, passagesOf } from './assistants.js';

const said = (text: string) => segment({ text: `assistant: ${text}`, source: 'chat' });

describe('an assistant tells something', () => {
  it.each([
    'For nasi goreng in that mall, try Miss Bee.',
    'The ferry takes 40 minutes.',
    'Soak the dried beans overnight before cooking them.',
    'I booked the table for 8 pm.',
  ])('%s', (text) => {
    expect(said(text).map(assistantTells)).toEqual([true]);
  });

  it.each(['Great choice!', 'Shall I book it?', "I'm happy to help.", 'You are welcome!', 'Let me know.'])(
    'or is polite: %s',
    (text) => {
      expect(said(text).some(assistantTells)).toBe(false);
    },
  );
});

describe('passages of an answer', () => {
  it('are one where it is short', () => {
    const found = said('The ferry takes 40 minutes. It leaves at 9. The museum opens at 10.');
    expect(passagesOf(found)).toEqual([found]);
    expect(passagesOf([])).toEqual([]);
  });

  it.each([20, 60, 200])('are a handful, and hold all of it in its order: %d sentences', (count) => {
    const found = said('The ferry to the museum island takes 40 minutes on working days. '.repeat(count).trim());
    const passages = passagesOf(found);
    expect(passages.flat()).toEqual(found);
    expect(passages.length).toBeGreaterThan(1);
    expect(passages.length).toBeLessThanOrEqual(6);
  });
});
