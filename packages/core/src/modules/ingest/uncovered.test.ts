import { describe, expect, it } from 'vitest';
import { uncovered } from './uncovered.js';

const place = (start: number, end: number) => ({ start, end });
const statements = [place(0, 5), place(6, 10), place(11, 20), place(21, 30)];

describe('statements that nothing is kept of', () => {
  it('are all of them where nothing is kept', () => {
    expect(uncovered(statements, [])).toBe(4);
    expect(uncovered([], [place(0, 5)])).toBe(0);
  });

  it('are those that are neither kept nor joined to what is', () => {
    expect(uncovered(statements, [place(6, 10)])).toBe(3);
    expect(uncovered(statements, [place(6, 20)])).toBe(2);
    expect(uncovered(statements, [place(0, 30)])).toBe(0);
  });

  it('are the same whatever the order of what is kept, and where it lies in a statement', () => {
    expect(uncovered(statements, [place(25, 27), place(2, 3)])).toBe(2);
    expect(uncovered(statements, [place(5, 6), place(10, 11)])).toBe(4);
  });
});
