import { describe, expect, it } from 'vitest';
import { decideRead } from './decide-read.js';

/** The reader is believed, and less where something makes it unlikely. */
const weighed = { bias: 0, weights: [1, 0, -1.5], from: 0.9 };
const judge = { supports: weighed, refutes: weighed };

const decided = (
  memory: string,
  claim: string,
  relations: { supported?: number; refuted?: number },
  names: string[] = [],
) => {
  const { supported = 0, refuted = 0 } = relations;
  const read = { claim, memory, names, relations: { supported, refuted, unknown: 1 - supported - refuted } };
  return decideRead(read, judge).stance;
};

describe('what is read of a claim beside a memory', () => {
  it('counts from where it is sure', () => {
    expect(decided('We deploy from main.', 'Deployments are made from main.', { supported: 0.95 })).toBe('supports');
    expect(decided('We deploy from main.', 'Deployments are made from main.', { supported: 0.8 })).toBe('neutral');
    expect(decided('Staging runs Postgres.', 'Staging runs MySQL.', { refuted: 0.95 })).toBe('refutes');
    expect(decided('Staging runs Postgres.', 'Staging runs MySQL.', { refuted: 0.8 })).toBe('neutral');
    expect(decideRead({ claim: 'A.', memory: 'B.', names: [], relations: null }, judge).stance).toBe('neutral');
  });

  it.each([
    ['a name that is not in it', 'Ana likes opera.', 'Ana likes operas by Verdi.'],
    ['another number', 'The fee is 84 euros.', 'The fee is 42 euros.'],
    ['another thing by its letter', 'Hall B holds 640 pallets.', 'Hall A holds 640 pallets.'],
    ['a plan', 'node-3 is to be reinstalled in April.', 'node-3 has been reinstalled.'],
    ['what nobody compared', 'Puzzles: 210 in the shop.', 'There are more puzzles in the shop than at home.'],
  ])('supports nothing by %s, however sure', (_by, memory, claim) => {
    expect(decided(memory, claim, { supported: 0.99 })).toBe('neutral');
  });

  it('refutes nothing of somebody else, nor a wider place', () => {
    expect(decided('Ana lives in Oslo.', 'Rosa lives in Rome.', { refuted: 0.99 })).toBe('neutral');
    expect(decided('The dojo is in Strasbourg.', 'The dojo is in France.', { refuted: 0.99 })).toBe('neutral');
  });

  it('has to be surer where something makes it unlikely', () => {
    const [memory, claim] = [
      'The mail server is backed up at 23:00, the file server at 01:00.',
      'The mail server is backed up at 01:00.',
    ];
    expect(decided(memory, claim, { supported: 0.95 })).toBe('neutral');
    expect(decided(memory, claim, { supported: 0.98 })).toBe('supports');
  });

  it('knows the owner by name', () => {
    expect(decided('I like tea.', 'Mara is fond of tea.', { supported: 0.95 }, ['mara lind'])).toBe('supports');
    expect(decided('I like tea.', 'Jonas is not Mara and is fond of tea.', { supported: 0.95 }, [])).toBe('neutral');
  });
});
