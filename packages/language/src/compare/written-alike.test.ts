import { describe, expect, it } from 'vitest';
import { writtenAlike } from './written-alike.js';

describe('the newer text, with quantities as the older writes them', () => {
  it.each([
    ['The course runs for a fortnight.', 'It runs for two weeks.', 'It runs for a fortnight.'],
    ['Doors open at 18:30.', 'doors at half past six in the evening, bring tea', 'doors at 18:30, bring tea'],
    ['It costs £5 to park.', 'Parking is five quid now.', 'Parking is £5 now.'],
    ['Hand it in by 11 am.', 'By eleven in the morning, please.', 'By 11 am, please.'],
    ['Choir is on Monday at 9.', 'Mon 9:00, choir', 'Monday 9, choir'],
    ['five euros six euros', 'Sizes cost 5€ 6€ here.', 'Sizes cost five euros six euros here.'],
    ['Sizes cost 5€ 6€ here.', 'five euros six euros', '5€ 6€'],
    ['Rent is 900 euros.', 'Rent is 900 dollars.', null],
    ['Rent is 900 euros.', 'Rent is 900 euros.', null],
    ['I like tea.', 'I like tea at two.', null],
  ])('%s / %s', (older, newer, alike) => {
    expect(writtenAlike(older, newer)).toBe(alike);
  });

  it('is no longer than the words of both for many prices side by side', () => {
    const places = Array.from({ length: 90 }, (_, place) => place);
    const words = places.map((place) => `${place % 2 === 0 ? 'five' : 'six'} euros`).join(' ');
    const signs = `Sizes cost ${places.map((place) => `${place % 2 === 0 ? 5 : 6}€`).join(' ')} here.`;
    expect(writtenAlike(words, signs)).toBe(`Sizes cost ${words} here.`);
    expect(writtenAlike(signs, words)?.length).toBeLessThan(2 * words.length);
  });
});
