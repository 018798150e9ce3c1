import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantitiesIn } from './quantities.js';

const keysOf = (text: string) => quantitiesIn(text).map(({ key }) => key.trim());

describe('quantities', () => {
  it('of a version at the end of a sentence are no day', () => {
    expect(keysOf('We are at version 5.3.')).toEqual(['amount 5.3']);
    expect(keysOf('We leave on 5.3.')).toEqual(['date --03-05']);
  });

  it('of a price are no time of day', () => {
    expect(keysOf('The candle costs 18.50.')).toEqual(['amount 18.5']);
    expect(keysOf('The parking fee is now 12.30.')).toEqual(['amount 12.3']);
    expect(keysOf('We pay at 12.30 on Fridays.')).toEqual(['time 12:30', 'date friday']);
    expect(keysOf('The shop closes at 18.50.')).toEqual(['time 18:50']);
  });

  it.each<[string, string]>([
    ['The API allows 600 requests a minute.', 'The limit is ten requests per second.'],
    ['at 3 pm', 'at 15:00'],
    ['the train at twenty to eight', 'the train at 07:40'],
    ['four chairs', '4 chairs'],
    ['50 micrograms', '0.05 mg'],
    ["I'm 1.78 m tall", 'height: 178 cm'],
    ['half an hour', 'thirty minutes'],
    ['half a year', 'six months'],
    ['an hour and a half', '90-minute'],
    ['two and a half hours', '150 minutes'],
    ['a fortnight', 'two weeks'],
    ['three times a week', '3x per week'],
    ['two dozen connections', '24 connections'],
    ['on 3 June', 'June 3rd'],
    ['every Wed', 'every Wednesday'],
    ['50 euros', '€50'],
  ])('are the same in another form: %s, %s', (first, second) => {
    expect(keysOf(first)).toEqual(keysOf(second));
    expect(keysOf(first)).toHaveLength(1);
  });

  it.each<[string, string]>([
    ['600 requests a minute', '600 requests an hour'],
    ['5 m', '5 kg'],
    ['an hour and a half', 'half an hour'],
    ['3 June', '4 June'],
    ['version 20.19.1', 'version 20.19.2'],
    ['€2 m', '2 m'],
  ])('differ: %s, %s', (first, second) => {
    expect(keysOf(first)).not.toEqual(keysOf(second));
  });

  it('stand where they are said, and do not overlap', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('3', 'pm', 'half', 'an', 'hour', '12', 'June', 'the 4th', '5 kg', '€', 'to', ':', '30', 'x'),
          {
            maxLength: 12,
          },
        ),
        (parts) => {
          const text = parts.join(' ');
          let after = 0;
          for (const { at, end } of quantitiesIn(text)) {
            expect(at).toBeGreaterThanOrEqual(after);
            expect(end).toBeGreaterThan(at);
            expect(end).toBeLessThanOrEqual(text.length);
            after = end;
          }
        },
      ),
      { seed: 20_261_129 },
    );
  });
});
