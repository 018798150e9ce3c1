import { expect, it } from 'vitest';
import { isObjectedTo } from './objections.js';

const supports = { stance: 'supports', score: 0.9, reason: 'direct_entailment' } as const;
const refutes = { stance: 'refutes', score: 0.9, reason: 'value_mismatch' } as const;

it.each([
  ['The mail server restarts at 23:00, the file server at 01:00.', 'The mail server restarts at 01:00.'],
  ['Staging is reset every Sunday night.', 'Staging is reset every night.'],
  ['Puzzles: 210 in the shop, 400 in the store.', 'There are more puzzles in the shop than in the store.'],
  ['Hall B holds 640 pallets.', 'Hall A holds 640 pallets.'],
  ['Mr. Ilves takes blood thinners.', 'Mrs. Ilves takes blood thinners.'],
  ['node-3 is to be reinstalled in April.', 'node-3 has been reinstalled.'],
  ['Mireille proofreads what Jarek translates.', "Jarek proofreads Mireille's translations."],
  ['Agathe owes us 310 euros.', 'The bakery owes Agathe 310 euros.'],
  ['I train five days a week and rest on Mondays and Fridays.', 'I train on Fridays.'],
])('%s does not say: %s', (known, claim) => {
  expect(isObjectedTo(claim, known, supports)).toBe(true);
});

it.each([
  ['Ephraim lives in Lagos.', 'Ephraim lives in Nigeria.'],
  ['Pages have to be answered within ten minutes.', 'Pages have to be answered in a quarter of an hour.'],
  ['I wear a wetsuit from November to March.', 'The user wears a wetsuit in January.'],
  ['Ali is on call from 13 to 19 July 2026.', 'Ali is on call on 15 July 2026.'],
  ['Hall B is locked at six.', 'Hall A is locked at eight.'],
  ['The app is written in Kotlin on Android and Swift on iOS.', 'The iOS app is written in Swift.'],
])('%s does not exclude: %s', (known, claim) => {
  expect(isObjectedTo(claim, known, refutes)).toBe(true);
});

it.each([
  ['The ledger runs in region B.', 'The ledger runs in region A.', refutes],
  ['Ephraim lives in Lagos.', 'Ephraim lives in Abuja.', refutes],
  ['The kiosk is open from 9:00 to 17:00.', 'The kiosk opens at 10:00.', refutes],
  ['The standup has moved from Monday to Tuesday.', 'The standup is on Monday.', refutes],
  ['My sister Ana, who lives in Lima, is a nurse.', 'Ana lives in Lima.', supports],
  ['Our dentist is Dr. Hoang on Elm Street.', 'Dr. Hoang is our dentist.', supports],
  ['The foundation was finished on 4 May.', 'The foundation has been finished.', supports],
  ['Each release is tagged by Wei.', 'Every release is tagged by Wei.', supports],
])('nothing stands against it: %s / %s', (known, claim, relation) => {
  expect(isObjectedTo(claim, known, relation)).toBe(false);
});
