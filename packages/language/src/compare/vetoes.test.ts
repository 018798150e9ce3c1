import { describe, expect, it } from 'vitest';
import { viewOf } from './sentence-view.js';
import { objectionToReplacing, objectionToSame } from './vetoes.js';

const pairOf = (older: string, newer: string) => ({ older: viewOf(older), newer: viewOf(newer) });

describe('that a sentence says no more than another', () => {
  it.each<[string, string]>([
    ['Our launch is on 3 June.', 'Our launch is on 17 June.'],
    ['I take 20 mg.', 'I take 30 mg.'],
    ['Reviewed by Ann.', 'Reviewed by our Bob.'],
    ['The switch is a Juniper.', 'Is the switch a Juniper?'],
  ])('is ruled out: %s / %s', (older, newer) => {
    expect(objectionToSame(pairOf(older, newer))).toBe('ruled out');
  });

  it.each<[string, string]>([
    ['I eat fish.', 'I do not eat fish.'],
    ['Momo eats dry food only, twice a day.', 'Momo eats wet food only, twice a day.'],
    ['Ruy picks us up and Matilde drives us.', 'Matilde picks us up and Ruy drives us.'],
    ['Washer 2 is down.', 'Washer 2 is running again.'],
    ['Half of the seats are taken.', '50 % of the seats are taken.'],
    ['Ines has a parrot.', 'Ines has a grey parrot with a cage.'],
    ['The loom has four pedals.', "I've got four looms with pedals."],
  ])('is unlikely: %s / %s', (older, newer) => {
    expect(objectionToSame(pairOf(older, newer))).toBe('unlikely');
  });

  it('may be where their numbers, names and denial agree', () => {
    expect(objectionToSame(pairOf('A fox took two hens.', 'Two hens were taken by a fox.'))).toBe('none');
    expect(objectionToSame(pairOf('The API allows 600 requests a minute.', 'Ten requests a second are allowed.'))).toBe(
      'none',
    );
  });
});

describe('that a sentence takes the place of another', () => {
  it.each<[string, string]>([
    ['I live in Oslo.', 'I used to live in Rome.'],
    ['The launch is in June.', 'Somebody said the launch is in July.'],
    ['I drive a Volvo.', 'I want to drive a Saab.'],
    ['The web team deploys from main.', 'The firmware team deploys from branches.'],
    ['SEC-11 is waiting for review.', 'SEC-12 is done.'],
    ["I've got a sick note", "I've got a sick note till the 20th"],
    ['Our neighbour Hamish keeps six ducks.', 'We keep five hens now.'],
    ['I play the accordion in my free time.', 'I have changed jobs, I am employed at Velling now.'],
    [
      'I translate mostly user manuals for medical devices.',
      'I quit my job and have been a freelance translator since Monday.',
    ],
    ['Biscuit weighs 14 kilos.', 'The new food upset Biscuit, so he is back to eating lamb.'],
    ['The rent is 900 euros.', 'I moved the sofa, the rent is still 900 euros.'],
    ['I work at Acme.', 'I changed my phone, but I still work at Acme.'],
    ['My new number is 0495.', 'The number of my landline stays the same: 0922.'],
    ["My mother's thyroid pill has 112 micrograms.", 'My thyroid pill has 75 micrograms now.'],
    ["My daughter's physiotherapist is Mr Okafor.", 'Mr Baptiste has taken over as my physiotherapist.'],
    ['Swimming lessons are on Mondays.', 'There are also swimming lessons on Thursdays, on top of the usual ones.'],
    ['Evening surgery is from five to seven.', 'Morning surgery now needs an appointment.'],
    ['My parents are off to Madeira.', 'Change of plan, we spend our holiday in the Jura instead.'],
    ['Anna works at the bank.', 'does anna work at the school now'],
  ])('is ruled out: %s / %s', (older, newer) => {
    expect(objectionToReplacing(pairOf(older, newer))).toBe('ruled out');
  });

  it.each<[string, string]>([
    ['I am a vegetarian.', 'I eat meat again.'],
    ['Deploys go through Argo.', 'We replaced Argo with Flux.'],
  ])('is unlikely: %s / %s', (older, newer) => {
    expect(objectionToReplacing(pairOf(older, newer))).toBe('unlikely');
  });

  it('may be where it is told of the same wish, or somebody else takes over what one did', () => {
    const wish = pairOf('I want a window seat on trains.', 'I want an aisle seat on trains.');
    expect(objectionToReplacing(wish)).toBe('none');
    const passed = pairOf('Fintan is responsible for crane 3.', 'Responsible for crane 3 is Solveig now.');
    expect(objectionToReplacing(passed)).toBe('none');
  });

  it('may be where only a part of it stays', () => {
    const day = pairOf('Choir is on Tuesday at seven.', 'Choir has moved to Thursday, still at seven.');
    expect(objectionToReplacing(day)).toBe('none');
    const time = pairOf('Backups run nightly at two.', 'Backups are still nightly but start at four.');
    expect(objectionToReplacing(time)).toBe('none');
    const venue = pairOf(
      'The summer fair is held at Linden Manor.',
      'The summer fair has been moved to another venue, Oak Hall.',
    );
    expect(objectionToReplacing(venue)).toBe('none');
  });

  it.each<[string, string, string]>([
    ["The design team's stand-up starts at 9:45.", 'Our stand-up starts at 9:30 now.', 'unlikely'],
    ['My shift starts at ten.', "Priya's shift starts at noon now.", 'unlikely'],
    ["The design team's stand-up starts at 9:45.", "The design team's stand-up starts at 9:30 now.", 'none'],
    ["Today's stand-up starts at 9:45.", 'Our stand-up starts at 9:30 now.', 'none'],
  ])('is told less likely of what somebody else has: %s / %s', (older, newer, objection) => {
    expect(objectionToReplacing(pairOf(older, newer))).toBe(objection);
  });

  it('may be where it is told of the same thing', () => {
    const moved = pairOf('Weekly planning is on Monday.', 'Weekly planning moves to Tuesday for good.');
    expect(objectionToReplacing(moved)).toBe('none');
    expect(objectionToReplacing(pairOf('I smoke.', 'I quit smoking in March.'))).toBe('none');
    const food = pairOf('Biscuit eats beef kibble.', "Vet's orders: Biscuit eats salmon only.");
    expect(objectionToReplacing(food)).toBe('none');
    const cellar = pairOf(
      'My tortoise Quill sleeps in the garage.',
      "On the vet's advice Quill sleeps in the cellar now.",
    );
    expect(objectionToReplacing(cellar)).toBe('none');
    // "I'm" names nobody but who says it.
    expect(objectionToReplacing(pairOf("I'm in the early group.", 'They put me into the late group.'))).toBe('none');
  });
});
