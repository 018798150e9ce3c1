import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relate } from './relate.js';
import { statementsOf } from './statements.js';

describe('what is written in another way', () => {
  it.each([
    ['The freezer is at -5 degrees.', 'The freezer is at minus 5 degrees.'],
    ['The fee is €30.', 'The fee is 30 euros.'],
    ['Growth was 5%.', 'Growth was 5 percent.'],
    ['The disk has 32GB.', 'The disk has 32 GB.'],
    ['She came 3rd.', 'She came 3rd!'],
    ['The walk takes 1½ hours.', 'The walk takes 1.5 hours.'],
    ['The firm has 5 million users.', 'The firm has 5,000,000 users.'],
    ['The server is 10.0.0.250.', 'The server is 10.0.0.250'],
  ])('%s supports %s', (known, claim) => {
    expect(relate(claim, known).stance).toBe('supports');
  });
});

describe('a denial', () => {
  it.each([
    ['The shop is not open.', 'The shop is open.'],
    ['Ivo drinks coffee.', 'Ivo never drinks coffee.'],
    ['Ivo has no boat.', 'Ivo has a boat.'],
  ])('%s refutes %s', (known, claim) => {
    expect(relate(claim, known).stance).toBe('refutes');
    expect(relate(known, claim).stance).toBe('refutes');
  });
});

describe('statements', () => {
  it.each<[string, string[]]>([
    ['Mara lives in Porto.', ['Mara lives in Porto.']],
    [
      'Mara lives in Porto and works at the museum. She likes tea.',
      ['Mara lives in Porto', 'Mara works at the museum.', 'She likes tea.'],
    ],
    ['I work at Acme, but Jonas works at Globex.', ['I work at Acme', 'Jonas works at Globex.']],
    ['Mara likes tea and coffee.', ['Mara likes tea and coffee.']],
    ['If it rains, Mara stays and Jonas works at home.', ['If it rains, Mara stays and Jonas works at home.']],
    ['?!', []],
  ])('of %j', (text, expected) => {
    expect(statementsOf(text)).toEqual(expected);
  });
});

describe('any two texts', () => {
  const words =
    'Mara Jonas the a museum shop red old is was not never lives works opened open closed in on under to and if 12 900 Friday March may her , .'.split(
      ' ',
    );
  const sentence = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((list) => list.join(' '));
  const text = fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 80 }));

  it('are compared without an error, and only a stance has a score', () => {
    fc.assert(
      fc.property(text, text, (claim, known) => {
        const { stance, score } = relate(claim, known);
        expect(score > 0).toBe(stance !== 'neutral');
        expect(score).toBeLessThanOrEqual(1);
      }),
      { seed: 20_260_420, numRuns: 1000 },
    );
  });

  it('are never refuted by themselves', () => {
    fc.assert(
      fc.property(text, (claim) => {
        expect(relate(claim, claim).stance).not.toBe('refutes');
      }),
      { seed: 20_260_421, numRuns: 1000 },
    );
  });

  it('say the opposite of a statement and of its denial, or nothing', () => {
    const subject = fc.constantFrom('The shop', 'Mara', 'My boat', 'The door of the mill');
    const rest = fc.constantFrom('open', 'red', 'closed on Sundays', 'in Oslo', 'free on 3 March', '12 metres long');
    fc.assert(
      fc.property(subject, rest, subject, rest, fc.boolean(), (who, what, other, known, denied) => {
        const memory = `${other} is ${denied ? 'not ' : ''}${known}.`;
        const said = relate(`${who} is ${what}.`, memory).stance;
        const unsaid = relate(`${who} is not ${what}.`, memory).stance;
        if (said !== 'neutral') expect(unsaid).not.toBe(said);
      }),
      { seed: 20_260_422, numRuns: 1000 },
    );
  });

  it.each(['a ', 'Mara ', '12 ', ', ', 'and ', '😀', 'not '])(
    '50,000 units of %j are read',
    { tags: ['long'] },
    (unit) => {
      const long = unit.repeat(50_000 / unit.length);
      expect(statementsOf(long).length).toBeLessThan(1000);
      expect(relate(long.slice(0, 5000), 'Mara lives in Porto.').stance).toBe('neutral');
    },
  );
});
