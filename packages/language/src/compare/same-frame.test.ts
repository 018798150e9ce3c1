import { describe, expect, it } from 'vitest';
import { givesOtherValue } from './same-frame.js';
import { viewOf } from './sentence-view.js';

const isOther = (older: string, newer: string) => givesOtherValue({ older: viewOf(older), newer: viewOf(newer) });

describe('what holds from now on', () => {
  it.each([
    ['A lesson costs 38 pounds.', 'From now on a lesson costs 42 pounds.'],
    ['New price for the large loaf: 4.60 euros.', 'The large loaf costs 4.80 euros from today.'],
    ['Our app uses version 4.2 of the map library.', 'Our app is now at version 5.3 of the map library.'],
    ['The loan contracts are due on 20 March.', 'Correction: The loan contracts are due on 3 April.'],
    ['The gateway listens on port 8085.', 'Since this morning (2026-02-24) the gateway listens on port 9443.'],
    ['I have two cats.', 'I have three cats now.'],
    ['The default branch is called master.', 'The default branch is called main now.'],
    [
      'The night ferry leaves from Linden quay.',
      'As of this week (week of 2026-09-07) the night ferry leaves from Anker quay.',
    ],
    ['The chemistry course is in room 114.', 'The chemistry course is in room 305 now, because the roof leaks.'],
    ['Flu jabs are given in room 4B.', 'Flu jabs are now given in room 7C.'],
    ['The book club meets at Cafe Orlo.', 'The book club now meets at Villa Mundi Nova.'],
    [
      'The large candle costs 18.50 in our shop.',
      'The price of the large candle in our shop went up to 19.50 today (2026-03-19).',
    ],
    [
      'The deadline for the roof of the gym is 14 April.',
      'Because of the storms, the deadline for the roof of the gym has been put back to 5 May.',
    ],
    ['The gift shop closes at 5.30 pm.', 'From this week (week of 2026-05-18) on the gift shop closes at 6.45 pm.'],
    ["All our eggs go to Cropper's Bakery.", "All our eggs go to Hartley's Deli these days."],
    ['We get our concrete from Haddon.', 'We get our concrete from Brayford now.'],
    [
      'We are going to Cornwall for our August holiday.',
      'We changed our minds: we are going to Northumberland for our August holiday.',
    ],
    ['I now go to the gym on Fridays.', "I'm back to going to the gym on Tuesdays."],
    ['Live sessions in Studio B', 'Live sessions in Studio C instead'],
  ])('takes the place of another value in the same words: %s / %s', (older, newer) => {
    expect(isOther(older, newer)).toBe(true);
  });

  it.each([
    ['that nobody says to hold from now on', 'Dentist on 14 May.', 'Dentist on 21 May.'],
    ['of which one may have several', 'I like jazz.', 'I like blues now.'],
    ['of which one may serve several', 'We serve breakfast.', 'We serve lunch now.'],
    ['of another form', 'The Form 3 exam is on 14 October.', 'Correction: the Form 4 exam is on 19 October.'],
    ['of another person', 'I visit Grandma on Sundays.', 'I visit Ben on Sundays now.'],
    ['that is only advised', 'Our cat Momo gets insulin.', "On the vet's advice our cat Momo gets painkillers."],
    ['of another measure', 'The hall seats 40 people.', 'The hall now costs 40 euros.'],
    ['of something else', 'The small hall seats 40 people.', 'The large hall now seats 80 people.'],
    ['of somebody else', 'Bruno gets a whole tablet.', 'Mopsy gets half a tablet from now on.'],
    ['of something else', 'I swim on Fridays.', "I'm back to running on Tuesdays."],
    ['beside a denial', 'We open at 9:00.', 'We do not open at 10:00 now.'],
    ['of which one may have several', 'Nils is the treasurer of the club.', 'Nils is now the webmaster of the club.'],
    ['of what happened again', 'Ana won the chess cup in spring.', 'Ana won the tennis cup in spring again.'],
    ['of what was so for once', 'The pool is open at 10:00.', 'The pool is open at 12:00 today.'],
    ['of a newer thing beside the older', 'The printer is on floor 2.', 'The new printer is on floor 5.'],
    ['of what is yet to come', 'The gym costs 40 euros a month.', 'As of September the gym costs 50 euros a month.'],
    ['of the last day of it', 'The summer course is on 5 May.', 'The deadline for the summer course is now 20 April.'],
    ['behind a wider gap', 'A lesson costs 40 euros.', 'A lesson  costs 42 euros.'],
    ['that is only one more word', 'I like tea.', 'I like coffee now.'],
  ])('takes the place of nothing: a value %s', (_why, older, newer) => {
    expect(isOther(older, newer)).toBe(false);
  });
});
