import { describe, expect, it } from 'vitest';
import { besideClaim } from './beside-claim.js';

const beside = (claim: string, text: string, names: string[] = []) => besideClaim(claim, [{ text, names }])[0];

describe('a memory beside a claim', () => {
  it.each([
    ['Ward 5 has twenty-eight beds.', 'Ward 5 has 28 beds.', 'Ward 5 has twenty-eight beds.'],
    ['We meet at 3 pm on Friday.', 'On Friday we meet at 15:00 in the hall.', 'On Friday we meet at 3 pm in the hall.'],
    ['It takes ten requests a second.', 'It takes 600 requests a minute.', 'It takes ten requests a second.'],
    ['Ward 5 has 30 beds.', 'Ward 5 has 28 beds.', 'Ward 5 has 28 beds.'],
  ])('has what is equal in the form of the claim: %s', (claim, text, written) => {
    expect(beside(claim, text)?.text).toBe(written);
  });

  it.each([
    ['Oskar is the skipper and Brida cooks.', 'Oskar is the skipper of the Marigold and Brida is the cook.'],
    ['Ward 5 has twenty-eight beds.', 'Ward 5 has 28 beds.'],
  ])('differs in nothing that could contradict: %s', (claim, text) => {
    expect(beside(claim, text)?.differs).toBe(false);
  });

  it('knows whoever says "I" by name', () => {
    expect(beside('Mara Lind drinks tea.', 'I drink tea.', ['mara lind', 'mara'])?.differs).toBe(false);
    expect(beside('The user drinks tea.', 'I drink tea.')?.differs).toBe(false);
  });

  it.each([
    ['The kiosk is closed.', 'The kiosk is open.'],
    ['The kiosk is not open.', 'The kiosk is open.'],
    ['The alarm in the hall is off.', 'The alarm in the hall is on.'],
    ['The kiosk is in hall A.', 'The kiosk is in hall B.'],
    ['The kiosk opens at nine.', 'The kiosk opens at ten.'],
  ])('differs by a word, a letter, a denial or a number: %s / %s', (claim, text) => {
    expect(beside(claim, text)?.differs).toBe(true);
  });
});
