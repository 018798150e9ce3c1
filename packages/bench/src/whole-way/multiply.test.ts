import { describe, expect, it } from 'vitest';
import { manySessions, retold } from './multiply.js';
import type { Session } from './talks.js';

const session: Session = {
  id: 'weir',
  at: '2026-01-20T10:00:00.000Z',
  turns: [
    { id: '1', role: 'user', name: 'Ann', text: 'we met Bela at 17:50, train 08', at: '2026-01-20T10:00:00.000Z' },
    { id: '2', role: 'user', name: 'Cem', text: 'Ann and Bela, in 2014? at 17' },
  ],
};

describe('a talk that is told again', () => {
  const other = retold(session, { copy: 3, days: 2 });
  const [first, second] = other.turns;

  it('is the same each time, and another for each copy', () => {
    expect(retold(session, { copy: 3, days: 2 })).toEqual(other);
    expect(retold(session, { copy: 4, days: 2 }).turns[0]?.text).not.toBe(first?.text);
  });

  it('has other names, each the same wherever it stands', () => {
    expect(`${first?.text} ${second?.text}`).not.toMatch(/Ann|Bela|Cem/);
    expect(second?.text.startsWith(`${first?.name} and `)).toBe(true);
  });

  it('has numbers that are no larger, of as many digits after a nought, and years as they were', () => {
    const [hour = 0, minute = 0, train = ''] = first?.text.match(/\d+/g) ?? [];
    expect(Number(hour)).toBeLessThanOrEqual(17);
    expect(Number(minute)).toBeLessThanOrEqual(50);
    expect(train).toMatch(/^0[1-8]$/);
    expect(second?.text).toContain('2014');
    expect(second?.text.endsWith(`at ${hour}`)).toBe(true);
  });

  it('was told so many days earlier', () => {
    expect(other.at).toBe('2026-01-18T10:00:00.000Z');
    expect(first?.at).toBe('2026-01-18T10:00:00.000Z');
    expect(second?.at).toBeUndefined();
  });
});

describe('many sessions', () => {
  it('have as many messages as were asked for, each round of another person', () => {
    const told = [...manySessions([session, { ...session, id: 'mill' }], 7)];
    expect(told.map((one) => [one.copy, one.session.id, one.session.turns.length])).toEqual([
      [0, 'weir-0', 2],
      [0, 'mill-0', 2],
      [1, 'weir-1', 2],
      [1, 'mill-1', 1],
    ]);
    expect([...manySessions([session], 0)]).toEqual([]);
  });
});
