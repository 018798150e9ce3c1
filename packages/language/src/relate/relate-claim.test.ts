import type { Stance } from '@hippocamp/shared/language/stance';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relateClaim } from './relate-claim.js';

const stanceOf = (claim: string, known: string, names: readonly string[] = []): Stance | undefined =>
  relateClaim({
    ...{ claim, aliases: [], parts: [{ text: claim, beside: [0] }] },
    known: [{ text: known, isClaim: false, names }],
  })[0]?.stances[0];

describe('what a memory says of a claim in other words', () => {
  it('is the contrary where somebody leads or coaches whom he is led or coached by', () => {
    const turned = stanceOf("Jonas Lindt is Priyanka Rao's manager.", 'Priyanka Rao manages Jonas Lindt.');
    expect(turned).toMatchObject({ stance: 'refutes', reason: 'value_mismatch' });
    const supervised = stanceOf('Nilufar supervises Joost van Dam.', 'My supervisor is Professor Joost van Dam.', [
      'nilufar',
    ]);
    expect(supervised?.stance).toBe('refutes');
    expect(stanceOf('Helga coaches Stefan Aldo.', 'My coach is Stefan Aldo.', ['helga'])?.stance).toBe('refutes');
  });

  it('is open where the very same words are turned round', () => {
    expect(stanceOf('Ines reports to Wei.', 'Wei reports to Ines.')?.stance).toBe('neutral');
    expect(stanceOf("Ines is Wei's manager.", 'Wei reports to Ines.')?.stance).toBe('supports');
  });

  it.each([
    ['an amount in another unit', 'We allow 10 requests a second per API key.', 'The API limit is 600 per minute.'],
    ['an owner', 'Billing is owned by Priya.', 'Priya owns the billing service.'],
    ['a role', 'Our conductor is Helen Moss.', 'Helen Moss conducts the choir.'],
    ['the passive', 'The release manager tags every release.', 'Each release is tagged by the release manager.'],
    ['another time of day', 'The standup moved to 9:30.', 'The standup starts at half past nine.'],
    ['what has ended', 'I moved from Rome to Oslo in 2023.', 'The user no longer lives in Rome.'],
    ['what was sold', 'I sold my motorbike in May.', 'I do not own a motorbike.'],
    ['one of a list', 'I speak Norwegian, English and a bit of Spanish.', 'The user speaks English.'],
    ['an apposition', 'My sister Ana lives in Lima.', "The user's sister lives in Lima."],
    ['a pronoun', "Our dog is called Bamse, he's a labrador.", "The user's dog is a labrador."],
    ['a relation the other way', 'Wei reports to Ines.', "Ines is Wei's manager."],
    ['a duration', 'The trial lasts 14 days.', 'The trial is two weeks long.'],
    ['more than enough', 'The van has nine seats.', 'The van has more than six seats.'],
    ['what is implied', 'My wife Neha runs a bakery.', 'The user is married.'],
  ])('supports it by %s', (_by, known, claim) => {
    expect(stanceOf(claim, known)).toMatchObject({ stance: 'supports', reason: 'direct_entailment' });
  });

  it.each([
    ['another amount', 'We allow 10 requests a second.', 'The API limit is 100 per minute.'],
    ['another owner', 'Billing is owned by Priya.', 'Jonas owns the billing service.'],
    ['another time', 'The standup moved to 9:30.', 'The standup is at 9:00.'],
    ['where one was before', 'I moved from Rome to Oslo in 2023.', 'The user lives in Rome.'],
    ['another place', 'I moved to Oslo.', 'The user lives in Bergen.'],
    ['another version', 'Production runs on Postgres 16 in eu-west-1.', 'Production runs on Postgres 15.'],
    ['another floor', 'The printer is on the second floor.', 'The printer is on the third floor.'],
    [
      'another team',
      'The payment gateway is maintained by the platform team.',
      'The data team maintains the payment gateway.',
    ],
    ['another choice', 'I prefer window seats on long flights.', 'The user prefers aisle seats.'],
    ['how often', 'The search index is rebuilt every night.', 'The search index is rebuilt every week.'],
    ['what was given up', 'I quit smoking two years ago.', 'The user smokes.'],
    ['a relative', "Hodan is Yusuf's niece.", "Hodan is Yusuf's daughter."],
    ['less than enough', 'The choir has eleven basses.', 'The choir has fewer than ten basses.'],
  ])('refutes it by %s', (_by, known, claim) => {
    expect(stanceOf(claim, known)?.stance).toBe('refutes');
  });

  it.each([
    ['of somebody else', "Ana's brother lives in Lima.", 'Ana lives in Lima.'],
    [
      'the other way',
      'The orders service depends on the auth service.',
      'The auth service depends on the orders service.',
    ],
    ['of another thing', 'The rent for flat 3 is 900.', 'The rent for flat 8 is 950.'],
    ['for some only', 'The limit is 6,000 for enterprise customers.', 'The limit is 600.'],
    ['of another environment', 'The staging database is Postgres 16.', 'The database is Postgres 16.'],
    ['that is only planned', 'We are thinking about switching to Kubernetes.', 'We use Kubernetes.'],
    ['that may be', 'Anna may leave the company.', 'Anna left the company.'],
    ['of another event', 'I broke my wrist in 2012.', 'I broke my wrist in 2019.'],
    ['of a part', 'I have a red car and a bike.', 'I have a red bike.'],
    ['that was so', 'I used to play the violin.', 'I play the violin.'],
    ['of whoever is deputy', 'Fenna is our deputy branch manager.', 'Fenna is our branch manager.'],
    ['of a day that may be the same', 'The meeting is on Friday.', 'The meeting is on 14 June.'],
    ['when it ends, not when it begins', 'The class is from 9:00 to 11:00.', 'The class starts at 11:00.'],
  ])('leaves open what it says %s', (_what, known, claim) => {
    expect(stanceOf(claim, known)?.stance).toBe('neutral');
  });

  it('is said by whoever owns the memory, by their name', () => {
    expect(stanceOf('Mara prefers window seats.', 'I prefer window seats.', ['mara lind', 'mara'])?.stance).toBe(
      'supports',
    );
    expect(stanceOf('Mara prefers window seats.', 'I prefer window seats.', ['jonas'])?.stance).toBe('neutral');
  });
});

describe('what takes no stance', () => {
  it('may have changed what it speaks of', () => {
    const doubts = (claim: string, known: string) => stanceOf(claim, known)?.doubts;
    expect(doubts('Analyzer A2 is idle.', 'Analyzer A2 has been in use since Monday.')).toBe(true);
    expect(doubts('Analyzer A2 is idle.', 'Lunch is served now.')).toBe(false);
  });
});

const subjects = ['The shop', 'Mara', 'My boat', 'The billing service', 'Our standup', 'The limit of the API'];
const frames = [
  (name: string, number: number) => `is owned by ${name} and has ${number} rooms`,
  (name: string) => `belongs to ${name}`,
  (name: string) => `is run by ${name} on Fridays`,
  (_name: string, number: number) => `costs ${number} euros a month`,
  (_name: string, number: number) => `is ${number} metres long`,
  (name: string, number: number) => `pays ${name} ${number} dollars`,
  (name: string) => `moved to ${name} in May`,
  (name: string) => `runs on ${name}`,
];
const names = fc.constantFrom('Porto', 'Jonas', 'Priya', 'Acme', 'Lisbon', 'Wei');
const numbers = fc.integer({ min: 2, max: 900 });
const subject = fc.constantFrom(...subjects);
const frame = fc.constantFrom(...frames);

describe('no claim is supported by a memory', () => {
  it('that differs in a number or a name', () => {
    fc.assert(
      fc.property(subject, frame, names, names, numbers, numbers, (who, what, name, other, number, unlike) => {
        const [claim, known] = [`${who} ${what(name, number)}.`, `${who} ${what(other, unlike)}.`];
        if (claim !== known) expect(stanceOf(claim, known)?.stance).not.toBe('supports');
      }),
      { seed: 20_261_123, numRuns: 500 },
    );
  });

  it('that denies it', () => {
    const denied = fc.constantFrom('is not', 'is no longer', 'was never');
    const rest = fc.constantFrom('open', 'owned by Priya', 'in Oslo', '12 metres long', 'closed on Sundays', 'at 9:30');
    fc.assert(
      fc.property(subject, denied, rest, (who, denial, what) => {
        expect(stanceOf(`${who} is ${what}.`, `${who} ${denial} ${what}.`)?.stance).not.toBe('supports');
        expect(stanceOf(`${who} ${denial} ${what}.`, `${who} is ${what}.`)?.stance).not.toBe('supports');
      }),
      { seed: 20_261_124, numRuns: 300 },
    );
  });
});

describe('a stance', () => {
  it('is the same whatever the names are', () => {
    const renamed = (text: string) =>
      text.replaceAll('Priya', 'Ottoline').replaceAll('Porto', 'Zagreb').replaceAll('Acme', 'Borealis');
    fc.assert(
      fc.property(
        subject,
        frame,
        subject,
        frame,
        names,
        names,
        numbers,
        (who, what, other, known, name, second, number) => {
          const [claim, memory] = [`${who} ${what(name, number)}.`, `${other} ${known(second, number)}.`];
          expect(stanceOf(renamed(claim), renamed(memory))?.stance).toBe(stanceOf(claim, memory)?.stance);
        },
      ),
      { seed: 20_261_125, numRuns: 500 },
    );
  });

  it('is never taken against what a text says itself', () => {
    fc.assert(
      fc.property(subject, frame, names, numbers, (who, what, name, number) => {
        const text = `${who} ${what(name, number)}.`;
        expect(stanceOf(text, `${text} ${text}`)?.stance).not.toBe('refutes');
      }),
      { seed: 20_261_126, numRuns: 200 },
    );
  });
});
