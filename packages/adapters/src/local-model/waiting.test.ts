import { describe, expect, it } from 'vitest';
import { createWaiting } from './waiting.js';

const question = (lane: string) => ({ urgent: true, lane });
const memory = (lane: string) => ({ urgent: false, lane });

describe('what waits for a thread', () => {
  it('is handed out questions first, and by turns between lanes', () => {
    const waiting = createWaiting<string>();
    for (const item of ['a1', 'a2', 'a3']) waiting.add(item, memory('a'));
    waiting.add('b1', memory('b'));
    for (const item of ['A1', 'A2']) waiting.add(item, question('a'));
    waiting.add('B1', question('b'));
    const order = Array.from({ length: 8 }, () => waiting.next());
    expect(order).toEqual(['A1', 'B1', 'A2', 'a1', 'b1', 'a2', 'a3', undefined]);
  });

  it('can be taken away', () => {
    const waiting = createWaiting<string>();
    waiting.add('a', memory('a'));
    waiting.add('b', question('b'));
    expect(waiting.clear()).toEqual(['b', 'a']);
    expect(waiting.next()).toBeUndefined();
  });
});
