import { describe, expect, it } from 'vitest';
import { besideClaim } from './beside-claim.js';

const beside = (claim: string, text: string, names: string[] = []) => besideClaim(claim, [{ text, names }])[0];

describe('a memory beside a claim', () => {
  it.each([
    ['Ward 5 has twenty-eight beds.', 'Ward 5 has 28 beds.', 'Ward 5 has twenty-eight beds.'],
    ['We meet at 3 pm on Friday.', 'On Friday we meet at 15:00 in the hall.', 'On Friday we meet at 3 pm in the hall.'],
    ['It takes ten requests a second.', 'It takes 600 requests a minute.', 'It takes ten requests a second.'],
    ['Ward 5 has 30 beds.', 'Ward 5 has 28 beds.', 'Ward 5 has 28 beds.'],
    ['Lifts are checked twice a year.', 'Lifts are checked every six months.', 'Lifts are checked twice a year.'],
    ['Wages are paid once a week.', 'Wages are paid twice weekly.', 'Wages are paid twice weekly.'],
    ['Wages are paid once a week.', 'Wages are paid two times weekly.', 'Wages are paid two times weekly.'],
    ['Lifts are checked twice a year.', 'Lifts are checked every month.', 'Lifts are checked every month.'],
    ['It is backed up four times a day.', 'It is backed up every six hours.', 'It is backed up four times a day.'],
    ['It is backed up four times a day.', 'It is backed up every hour.', 'It is backed up every hour.'],
    ['The probe reports every half hour.', 'The probe reports twice an hour.', 'The probe reports every half hour.'],
  ])('has what is equal in the form of the claim: %s', (claim, text, written) => {
    expect(beside(claim, text)?.text).toBe(written);
  });

  it.each([
    ['Oskar is the skipper and Brida cooks.', 'Oskar is the skipper of the Marigold and Brida is the cook.'],
    ['Ward 5 has twenty-eight beds.', 'Ward 5 has 28 beds.'],
    ['The neighbours received the old pram.', 'We gave the old pram to our neighbours.'],
    ['The user wears a wetsuit in January.', 'I wear a wetsuit from November to March.'],
    ['On Sundays people can skate until 5 pm.', 'Public skating on Sundays ends at 17:00.'],
    ['Aldo handed the hut over to Nives.', 'Nives took over the hut from Aldo in 2023.'],
    ['Adults pay 14 euros.', 'Admission is free for children under 12.'],
    ['Production is hosted in Warsaw.', 'The staging server is in Helsinki and the production server is in Warsaw.'],
    ['I am proud of Mara.', 'Mara is my niece.'],
    ['Adults pay 20 euros for a card.', 'A card is free for anyone under 18.'],
    ['The landlord lets his tenants have cats.', 'Tenants may not keep dogs.'],
    ['I drink coffee.', "I don't drink tea."],
  ])('differs in nothing that could contradict: %s', (claim, text) => {
    expect(beside(claim, text)?.mayRefute).toBe(false);
  });

  it('knows whoever says "I" by name', () => {
    expect(beside('Mara Lind drinks tea.', 'I drink tea.', ['mara lind', 'mara'])?.mayRefute).toBe(false);
    expect(beside('The user drinks tea.', 'I drink tea.')?.mayRefute).toBe(false);
  });

  it.each([
    ['The kiosk is closed.', 'The kiosk is open.'],
    ['The kiosk is not open.', 'The kiosk is open.'],
    ['The alarm in the hall is off.', 'The alarm in the hall is on.'],
    ['The kiosk is in hall A.', 'The kiosk is in hall B.'],
    ['The kiosk opens at nine.', 'The kiosk opens at ten.'],
    ['The old Mara is alive.', 'The old Mara is dead.'],
    ['The user still lives with Mara.', 'I moved out of the flat of Mara.'],
    ['Children pay 4 euros.', 'Admission is free for children.'],
    ['The lessons are still on Mondays.', 'The lessons have moved from Mondays to Fridays.'],
    ['Customers can buy tobacco.', "We don't sell tobacco."],
  ])('differs by a word, a letter, a denial or a number: %s / %s', (claim, text) => {
    expect(beside(claim, text)?.mayRefute).toBe(true);
  });

  it.each([
    ['The restore test on 12 June failed.', 'The restore test on 12 June was passed.'],
    ['The hall is open on Mondays.', 'The hall is closed on Mondays.'],
  ])('differs by a word that excludes another: %s / %s', (claim, text) => {
    expect(beside(claim, text)?.mayRefute).toBe(true);
  });

  it('supports no claim that has to be reckoned', () => {
    const held = 'I hold 40 percent of the shares in Lumora.';
    expect(beside('I own more than half of Lumora.', held)?.maySupport).toBe(false);
    expect(beside('I own 40 percent of Lumora.', held)?.maySupport).toBe(true);
    expect(beside('A version comes out every week.', 'We release every second Tuesday.')?.maySupport).toBe(false);
    expect(beside('A version comes out every week.', 'We release weekly.')?.maySupport).toBe(true);
  });

  it('supports no claim with a name that none of the memories knows, but that of a country or region', () => {
    expect(beside('My workshop is in Vienna.', 'My workshop is in Graz.')?.maySupport).toBe(false);
    expect(beside('My workshop is in Austria.', 'My workshop is in Graz.')?.maySupport).toBe(true);
    const [workshop] = besideClaim('The workshop of Biszkopt is in Graz.', [
      { text: 'His workshop is in Graz.', names: [] },
      { text: 'The baker is called Biszkopt.', names: [] },
    ]);
    expect(workshop?.maySupport).toBe(true);
  });
});
