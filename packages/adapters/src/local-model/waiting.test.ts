import { describe, expect, it } from 'vitest';
import { createWaiting, type Purpose, type Waiting } from './waiting.js';

const addAll = (waiting: Waiting<string>, purpose: Purpose, items: readonly string[], lane = 'a') => {
  for (const item of items) waiting.add(item, { purpose, lane });
};

const named = (name: string, count: number): string[] => Array.from({ length: count }, (_, place) => `${name}${place}`);

const take = (waiting: Waiting<string>, count: number): (string | undefined)[] =>
  Array.from({ length: count }, () => waiting.next());

describe('what waits for a thread', () => {
  it('is handed out questions first, then memories, then readings', () => {
    const waiting = createWaiting<string>();
    addAll(waiting, 'reading', ['pair', 'window']);
    addAll(waiting, 'memory', ['m1', 'm2']);
    addAll(waiting, 'question', ['Q']);
    expect(take(waiting, 6)).toEqual(['Q', 'm1', 'm2', 'pair', 'window', undefined]);
  });

  it('is handed out by turns between lanes', () => {
    const waiting = createWaiting<string>();
    addAll(waiting, 'memory', ['a1', 'a2', 'a3']);
    addAll(waiting, 'memory', ['b1'], 'b');
    addAll(waiting, 'question', ['A1', 'A2']);
    addAll(waiting, 'question', ['B1'], 'b');
    expect(take(waiting, 8)).toEqual(['A1', 'B1', 'A2', 'a1', 'b1', 'a2', 'a3', undefined]);
  });

  it('is handed out in its order, however much of it waits and whatever comes meanwhile', () => {
    const waiting = createWaiting<string>();
    addAll(waiting, 'memory', named('first', 5));
    const taken = take(waiting, 4);
    addAll(waiting, 'memory', named('then', 3));
    taken.push(...take(waiting, 2));
    expect(taken).toEqual([...named('first', 5), 'then0']);
    expect(waiting.clear()).toEqual(['then1', 'then2']);
    expect(take(waiting, 1)).toEqual([undefined]);
  });

  it('gives a lane that asks little all that it asks, before more of a flood', () => {
    const waiting = createWaiting<string>();
    addAll(waiting, 'reading', named('flood', 100));
    take(waiting, 20);
    addAll(waiting, 'reading', named('other', 4), 'b');
    expect(take(waiting, 4)).toEqual(named('other', 4));
  });

  it('shares evenly between floods, soon after the second began', () => {
    const waiting = createWaiting<string>();
    addAll(waiting, 'reading', named('first', 200));
    take(waiting, 100);
    addAll(waiting, 'reading', named('second', 200), 'b');
    const before = take(waiting, 32).filter((item) => item?.startsWith('first'));
    expect(before.length).toBeGreaterThan(4);
    const after = take(waiting, 40).filter((item) => item?.startsWith('first'));
    expect(after.length).toBe(20);
  });

  it('lets a memory wait for one reading at most, however many ingests read', () => {
    const waiting = createWaiting<string>();
    for (const lane of named('ingest', 20)) addAll(waiting, 'reading', named(`${lane} pair`, 20), lane);
    take(waiting, 50);
    addAll(waiting, 'memory', ['m1', 'm2']);
    expect(take(waiting, 3).filter((item) => item?.startsWith('m'))).toEqual(['m1', 'm2']);
  });

  it('gives a reading one turn in four while memories are imported', () => {
    const waiting = createWaiting<string>();
    addAll(waiting, 'memory', named('m', 1_000));
    addAll(waiting, 'reading', named('r', 10));
    const order = take(waiting, 40);
    expect(order.filter((item) => item?.startsWith('r'))).toEqual(named('r', 10));
    expect(order.indexOf('r0')).toBe(3);
  });

  it('lets a question wait for nothing that came before it', () => {
    const waiting = createWaiting<string>();
    addAll(waiting, 'memory', named('m', 100));
    addAll(waiting, 'reading', named('r', 100));
    for (const question of named('Q', 20)) {
      take(waiting, 3);
      addAll(waiting, 'question', [question]);
      expect(waiting.next()).toBe(question);
    }
  });

  it('goes on with what is behind while nothing but questions come', () => {
    const waiting = createWaiting<string>();
    addAll(waiting, 'question', named('Q', 1_000));
    addAll(waiting, 'memory', named('m', 100));
    addAll(waiting, 'reading', ['r']);
    const order = take(waiting, 16);
    expect(order.filter((item) => !item?.startsWith('Q'))).toEqual(['m0', 'm1', 'm2', 'r']);
  });

  it('can be taken away', () => {
    const waiting = createWaiting<string>();
    addAll(waiting, 'reading', ['r']);
    addAll(waiting, 'memory', ['m']);
    addAll(waiting, 'question', ['Q'], 'b');
    expect(waiting.clear()).toEqual(['Q', 'm', 'r']);
    expect(waiting.next()).toBeUndefined();
  });
});
