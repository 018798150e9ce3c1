import type { WordedReading } from '@hippocamp/shared/language/reading';
import { stemsOf } from '@hippocamp/shared/text/terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFacts } from '../read/read-facts.js';
import { repeats, saysTheSame } from './compare.js';
import { wordingOf } from './wording.js';

const statement = (content: string): WordedReading => ({
  stems: stemsOf(content),
  words: wordingOf(content),
  reading: readFacts(content, null),
});

/** Whether the second is thrown away once the first is known, however alike they look. */
const isRepeat = (known: string, said: string): boolean => {
  const [first, second] = [statement(known), statement(said)];
  return saysTheSame(second, first) || repeats(second, first, 1);
};

describe('two facts of the same words', () => {
  it.each([
    // who does it to whom
    ['The frontend depends on the backend.', 'The backend depends on the frontend.'],
    ['The manager reports to the director.', 'The director reports to the manager.'],
    ['The cat chased the dog through the garden.', 'The dog chased the cat through the garden.'],
    ['The user prefers email over phone calls.', 'The user prefers phone calls over email.'],
    ['The server of the database crashed.', 'The database of the server crashed.'],
    ['You owe me 20 euros.', 'I owe you 20 euros.'],
    ['She is his boss.', 'He is her boss.'],
    ['Chapter three is done, chapter four is not.', 'Chapter three is not done, chapter four is.'],
    ['Invoices come before payments.', 'Payments come before invoices.'],
    ["The manager's dog bit the postman.", 'The dog bit the postman’s manager.'],
    ['Ann lives in Oslo, the cat chased the dog.', 'Ann lives in Oslo, the dog chased the cat.'],
    // which number, which time
    ['The recipe needs 10 apples and 5 pears.', 'The recipe needs 5 apples and 10 pears.'],
    [
      'The service listens on port 8080 and the database on 5432.',
      'The service listens on port 5432 and the database on 8080.',
    ],
    ['The meeting moved from 3 pm to 5 pm.', 'The meeting moved from 5 pm to 3 pm.'],
    ['We won 3-1.', 'We won 1-3.'],
    ['The scale is 1:2.', 'The scale is 2:1.'],
    ['Half of it is 1/2.', 'Half of it is 2/1.'],
    // small words
    ['We deploy after the tests ran.', 'We deploy before the tests ran.'],
    ['Anna plays chess after school.', 'Anna plays chess before school.'],
    ['The project is over budget.', 'The project is under budget.'],
    ['The lift goes up to floor 5.', 'The lift goes down to floor 5.'],
    ['The cache is on and the log is off.', 'The cache is off and the log is on.'],
    ['Turn the heater on at night.', 'Turn the heater off at night.'],
    ['We should deploy on Fridays.', 'We deploy on Fridays.'],
    ['The user may travel to Spain.', 'The user travels to Spain.'],
    ['I can help on Monday.', 'I could help on Monday.'],
    ['Anna must attend the training.', 'Anna attends the training.'],
    ['All servers were patched.', 'Servers were patched.'],
    ['Some of the tests fail.', 'All of the tests fail.'],
    ['The user has more than 3 cats.', 'The user has less than 3 cats.'],
    ['Only admins delete projects.', 'Admins delete projects.'],
    ['The office was in Leeds.', 'The office is in Leeds.'],
    ['The picnic is cancelled if it rains.', 'The picnic is cancelled.'],
    ['The key is under the mat.', 'The key is in the mat.'],
    ['The tests fail.', 'The tests failed.'],
    // signs
    ['The freezer is at -5 degrees.', 'The freezer is at 5 degrees.'],
    ['The balance is −200 euros.', 'The balance is 200 euros.'],
    ['The balance is –200 euros.', 'The balance is 200 euros.'],
    ['The balance is minus 200 euros.', 'The balance is 200 euros.'],
    ['Growth was +3%.', 'Growth was -3%.'],
    ['We target >99% uptime.', 'We target <99% uptime.'],
    ['The limit is ≤ 5 requests.', 'The limit is ≥ 5 requests.'],
    ['The limit is <= 5 requests.', 'The limit is >= 5 requests.'],
    ['The fee is $30 per seat.', 'The fee is €30 per seat.'],
    ['The ticket costs $30.', 'The ticket costs €30.'],
    ['The ticket costs >30 euros.', 'The ticket costs 30 euros.'],
    ['Her blood type is A+.', 'Her blood type is A-.'],
    ['Use C for the firmware.', 'Use C++ for the firmware.'],
    ['Use C# for the firmware.', 'Use C++ for the firmware.'],
    ['The clock runs at UTC+5.', 'The clock runs at UTC-5.'],
    ['Set x ≠ 5 in the config.', 'Set x = 5 in the config.'],
    ['The server has the address 10.0.0.250.', 'The server has the address 10.0.0.251.'],
    ['Ship to 10 Downing St.', 'Ship to 10a Downing St.'],
    // denials of denials
    ["Rita hasn't quit.", 'Rita has quit.'],
    ['Mara stopped smoking.', 'Mara has not stopped smoking.'],
    ['Ivo does not drink coffee without sugar.', 'Ivo drinks coffee without sugar.'],
    ['Ivo cannot work without music.', 'Ivo works without music.'],
    // what is said of another
    ['My parents visited Bonn.', 'I visited Bonn.'],
    ["The manager's brother left.", 'The manager left.'],
    ['The brother of the manager left.', 'The manager left.'],
    ['The team built a car park.', 'The team built a car.'],
    ['The former president came.', 'The president came.'],
    ['Dana almost won the race.', 'Dana won the race.'],
  ])('are both kept: %s %s', (known, said) => {
    expect(isRepeat(known, said)).toBe(false);
    expect(isRepeat(said, known)).toBe(false);
  });
});

describe('what says no more than is known', () => {
  it.each([
    ['On Monday Ann flies to Oslo.', 'Ann flies to Oslo on Monday.'],
    ['Ann flies to Oslo on Monday.', 'On Monday Ann flies to Oslo.'],
    ['In the house is a dog.', 'A dog is in the house.'],
    ['The red boat sailed to Bergen.', 'the red boat has sailed to Bergen!'],
    ['The boat left the harbour at dawn.', 'The boat left the harbour.'],
    ['The shop is open.', 'The shop is now open.'],
    ["The tests can't run.", 'The tests cannot run.'],
    ['Mara lives in Lisbon since 2020.', 'Mara lives in Lisbon.'],
    ['I moved to Lisbon in May.', 'I live in Lisbon.'],
    ['I moved to Lisbon.', 'I live in Lisbon.'],
    ['The freezer is at −5 degrees.', 'The freezer is now at -5 degrees.'],
    ['It takes 3-5 days.', 'It takes 3–5 days.'],
    ['I like tea and coffee.', 'I like coffee and tea.'],
  ])('is a repeat: %s %s', (known, said) => {
    expect(isRepeat(known, said)).toBe(true);
  });
});

describe('a statement with two things changed over', () => {
  const nouns = ['boat', 'mill', 'server', 'manager', 'cat', 'garden', 'ticket', 'window'];
  const small = ['the', 'a', 'on', 'of', 'to', 'before', 'and', 'with', 'in', 'over', 'is', 'not'];
  const verbs = ['chased', 'needs', 'follows', 'reports', 'replaced', 'opened'];
  const numbers = ['3', '12', '8080', '5', '1.5'];
  const word = (kind: 'content' | 'small', ...words: string[]) =>
    fc.constantFrom(...words).map((text) => ({ kind, text }));
  const sentence = fc.array(
    fc.oneof(word('content', ...nouns, ...verbs), word('small', ...small), word('content', ...numbers)),
    { minLength: 2, maxLength: 12 },
  );

  it('is never a repeat of it', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(sentence, fc.nat(), fc.nat(), (list, one, other) => {
        const places = list.flatMap(({ kind }, place) => (kind === 'content' ? [place] : []));
        fc.pre(places.length > 1);
        const [first = 0, second = 0] = [places[one % places.length], places[other % places.length]];
        const words = list.map(({ text }) => text);
        fc.pre(words[first] !== words[second]);
        const swapped = words.with(first, words[second] ?? '').with(second, words[first] ?? '');
        expect(isRepeat(`The ${words.join(' ')}.`, `The ${swapped.join(' ')}.`)).toBe(false);
        expect(isRepeat(`${words.join(' ')}`, `${swapped.join(' ')}`)).toBe(false);
      }),
      { seed: 20_261_121, numRuns: 2000 },
    );
  });

  it('and one and the same statement always repeats itself', () => {
    fc.assert(
      fc.property(sentence, (list) => {
        const text = `The boat ${list.map(({ text: each }) => each).join(' ')}.`;
        expect(isRepeat(text, text)).toBe(true);
      }),
      { seed: 20_261_122, numRuns: 500 },
    );
  });
});
