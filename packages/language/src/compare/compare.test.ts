import type { Comparison, Relations } from '@hippocamp/shared/language/comparison';
import { describe, expect, it } from 'vitest';
import { asSaid, compare, readable } from './compare.js';

describe('as both were said', () => {
  it.each([
    ['Ewa needs a ladder.', 'Ewa', 'I needs a ladder.'],
    ["Ewa's ladder is red.", 'Ewa', 'My ladder is red.'],
    ['Ewa is tall.', 'Ewa', 'I am tall.'],
    ['Ewald is tall.', 'Ewa', 'Ewald is tall.'],
    ['Ewa is tall.', null, 'Ewa is tall.'],
  ])('%s, told by %s', (newer, speaker, said) => {
    expect(asSaid({ older: 'x', newer, speaker })).toEqual({ older: 'x', newer: said });
  });

  it('has no date that is resolved beside one of both', () => {
    const [dated, plain] = ['I fly tomorrow (2026-01-12).', 'I fly tomorrow.'];
    expect(asSaid({ older: dated, newer: plain })).toEqual({ older: plain, newer: plain });
    expect(asSaid({ older: dated, newer: dated })).toEqual({ older: dated, newer: dated });
  });
});

const same: Relations = { same: 0.95, conflict: 0.03, different: 0.02 };
const surelySame: Relations = { same: 0.98, conflict: 0.01, different: 0.01 };
const conflict: Relations = { same: 0.02, conflict: 0.85, different: 0.13 };
const surelyConflict: Relations = { same: 0.01, conflict: 0.97, different: 0.02 };
const doubtful: Relations = { same: 0.1, conflict: 0.6, different: 0.3 };

const verdictOf = async (
  older: string,
  newer: string,
  relations: Relations | null,
): Promise<Comparison['verdict'] | undefined> => compare([{ older, newer, relations }])[0]?.verdict;

describe('two statements', () => {
  it.each([
    ['I smoke.', 'i smoke!', null, 'same'],
    ['I smoke.', 'I am a smoker.', null, 'unrelated'],
    ['I smoke.', 'I am a smoker.', same, 'same'],
    ['The rent is 900 euros.', 'The rent is now 950 euros.', conflict, 'replaces'],
    ['The rent is 900 euros.', 'The rent may become 950 euros.', doubtful, 'may_replace'],
    ['We meet in the library.', 'The library is where we meet, with Rosa.', same, 'unrelated'],
    ['We meet in the library.', 'The library is where we meet, with Rosa.', surelySame, 'same'],
  ] as const)('%s / %s, read as %o: %s', async (older, newer, relations, verdict) => {
    expect(await verdictOf(older, newer, relations)).toBe(verdict);
  });
});

describe('a reading with quantities written alike', () => {
  const [older, newer] = ['The course runs for a fortnight.', 'The course runs for two weeks.'];
  const verdictWith = (alike: number, texts = { older, newer }) =>
    compare([{ ...texts, relations: doubtful, alike }])[0]?.verdict;

  it('is asked for where a quantity is written in two ways, and not for a bare correction', () => {
    const alike = 'The course runs for a fortnight.';
    expect(readable([{ older, newer }])).toEqual([{ older, newer, alike }]);
    expect(readable([{ older, newer, isAfter: true }])).toEqual([{ older, newer }]);
  });

  it('tells what says no more, if it is surer than a reading of the words', () => {
    expect(verdictWith(0.96)).toBe('same');
    expect(verdictWith(0.94)).not.toBe('same');
  });

  it('does not outweigh what was seen: another quantity, or one denial', () => {
    expect(verdictWith(0.99, { older, newer: 'The course runs for three weeks.' })).not.toBe('same');
    expect(verdictWith(0.96, { older, newer: 'The course does not run for two weeks.' })).not.toBe('same');
  });
});

describe('a model is not believed', () => {
  it.each([
    ['that differ in a bound', 'Parking is free until 6 pm.', 'Parking is free from 6 pm.'],
    ['in how much at least', 'Bring at least five chairs.', 'Bring at most five chairs.'],
    ['in a unit', 'The deposit is 900 euros.', 'The deposit is 900 dollars.'],
    ['in a currency', 'The ticket is 40 €.', 'The ticket is 40 £.'],
    ['in a number', 'The hall holds 40 people.', 'The hall holds 14 people.'],
    ['in a comparison', 'Alert at p95 < 200 ms.', 'Alert at p95 > 200 ms.'],
    ['in a sign', 'The driver is written in C.', 'The driver is written in C++.'],
    ['in a check mark', '[ ] book the hall', '[x] book the hall'],
    ['in a minus', 'The freezer is at -5 degrees.', 'The freezer is at 5 degrees.'],
    ['in a blood group', 'Her blood type is A+.', 'Her blood type is A-.'],
    ['in who does it to whom', 'Kari owes Ola 300 kroner.', 'Ola owes Kari 300 kroner.'],
    ['in what comes before what', 'The coach goes from Kumasi to Accra.', 'The coach goes from Accra to Kumasi.'],
    ['in a name', 'My sister Ana lives in Lima.', 'My sister Rosa lives in Lima.'],
    ['in what "it" is', 'The twins are doing well.', "It's going well for me too."],
    ['in a name of other letters', 'My colleague 王芳 works nights.', 'My colleague 王静 works nights.'],
  ])('that two say the same %s', async (_kind, older, newer) => {
    expect(await verdictOf(older, newer, surelySame)).not.toBe('same');
    expect(await verdictOf(`Kwame: ${older}`, `Kwame: ${newer}`, surelySame)).not.toBe('same');
  });

  it('that two moods say the same, unless it is sure', async () => {
    const [older, newer] = ['Your trust keeps me going.', 'Knowing you trust our choir keeps people singing.'];
    expect(await verdictOf(older, newer, same)).not.toBe('same');
    expect(await verdictOf(older, newer, surelySame)).toBe('same');
  });

  it('that two say the same in who is whose', async () => {
    const [older, newer] = ['Bea is the aunt of my son.', "I'm the uncle of Bea's son."];
    expect(await verdictOf(older, newer, surelySame)).not.toBe('same');
    expect(await verdictOf(newer, older, surelySame)).not.toBe('same');
  });

  it.each([
    ['is of one time', 'We meet on Fridays in the library.', 'This Friday we meet in the pub.'],
    ['is quoted', 'I know all my lines.', '"I don\'t know any of my lines," Callum moaned.'],
    ['is hearsay', 'The rink is open on Sundays.', 'Our postman swears the rink is closed on Sundays.'],
    ['is wished', 'I live in a village.', 'Oh to live in a town.'],
    ['is supposed', 'The ground has no floodlights.', 'With floodlights we could train till nine.'],
    ['is asked', 'Ludmila works at the pharmacy.', 'Does Ludmila work at the bakery now?'],
  ])('that the older no longer holds where the newer %s', async (_kind, older, newer) => {
    expect(await verdictOf(older, newer, surelyConflict)).toBe('unrelated');
  });

  it('that the older no longer holds where the newer says next to nothing of it', async () => {
    const ran = 'I ran a charity race for mental health last Saturday, it was really rewarding.';
    expect(await verdictOf(ran, 'I just took my family camping in the mountains last week.', surelyConflict)).toBe(
      'unrelated',
    );
    expect(await verdictOf(ran, 'Taking care of our minds matters to me.', surelySame)).toBe('unrelated');
  });

  it('that the older no longer holds where the newer is a value: a person is asked', async () => {
    expect(await verdictOf('The right shoulder.', 'left one, duh', surelyConflict)).toBe('may_replace');
  });

  it('without a word of change or another figure, unless it is sure', async () => {
    const [older, newer] = ['The delivery van is red.', 'The delivery van is blue.'];
    expect(await verdictOf(older, newer, conflict)).toBe('unrelated');
    expect(await verdictOf(older, newer, surelyConflict)).toBe('replaces');
    expect(await verdictOf(older, 'The delivery van is blue now.', conflict)).toBe('replaces');
  });

  it('where two remarks of a talk hardly share a word, unless it is very sure', async () => {
    const [older, newer] = ['The soup is still warm.', 'Ilse moved the party, so now nobody eats soup or cake.'];
    const read = (sure: number): Relations => ({ same: 0.01, conflict: sure, different: 0.99 - sure });
    expect(await verdictOf(older, newer, read(0.85))).toBe('about');
    expect(await verdictOf(older, newer, read(0.94))).toBe('may_replace');
    expect(await verdictOf(older, newer, read(0.96))).toBe('replaces');
    expect(compare([{ older, newer, relations: read(0.94), isAfter: true }])[0]?.verdict).toBe('replaces');
  });

  it('where they may be of two people or two bounds, unless it is sure', async () => {
    const [older, newer] = ['At least 8 paddlers.', 'At most 20 paddlers.'];
    expect(await verdictOf(older, newer, conflict)).toBe('may_replace');
    expect(await verdictOf(older, newer, surelyConflict)).toBe('replaces');
  });

  it('of the same words about another day', async () => {
    const [older, newer] = ['I fly tomorrow (2026-01-12).', 'I fly tomorrow (2026-01-13).'];
    expect(await verdictOf(older, newer, surelySame)).toBe('unrelated');
    expect(await verdictOf(older, newer, surelyConflict)).toBe('unrelated');
  });
});

describe('another name of the same subject', () => {
  const [older, newer] = ['I live in Lisbon.', 'I moved to Porto.'];

  it('takes the place of the first, though a model takes one town for the other', async () => {
    expect(await verdictOf(older, newer, surelySame)).toBe('replaces');
  });

  it('stands beside it where a model is sure that both may be so', async () => {
    const both = { same: 0.01, conflict: 0.02, different: 0.97 };
    expect(await verdictOf('I speak French.', 'I speak Dutch.', both)).toBe('unrelated');
  });

  it('is of another where the subject is another', async () => {
    expect(await verdictOf('Ana lives in Lima.', 'Rosa lives in Cusco.', surelySame)).not.toBe('replaces');
  });
});

describe('another figure of what both count', () => {
  const unlikely = { same: 0.01, conflict: 0.04, different: 0.95 };

  it.each([
    [
      'My seed library has 31 kinds of beans, how do I store them?',
      'The seed library is at 38 kinds now, how do I label them?',
    ],
    [
      'Rehearsal of the spring concert is on 4 May in the hall.',
      'Is the hall free for the spring concert rehearsal on 11 May?',
    ],
    ['Mi colección de vinilos tiene 45 discos.', '¿Dónde guardo los 52 discos de mi colección de vinilos?'],
  ])('is about the same thing, whatever else is told: %s / %s', async (older, newer) => {
    expect(await verdictOf(older, newer, unlikely)).toBe('about');
  });

  it.each([
    ['of another thing', 'My seed library has 31 kinds of beans.', 'The bus was late and 38 people had to wait.'],
    [
      'of one time only',
      'The choir has 31 singers in the hall.',
      'The choir has 28 singers in the hall just this week.',
    ],
    ['by the way', 'I repotted the lemon tree on 4 May.', 'I saw the dentist on 11 May.'],
  ])('is not where it is %s', async (_kind, older, newer) => {
    expect(await verdictOf(older, newer, unlikely)).toBe('unrelated');
  });
});

describe('what is written otherwise', () => {
  it.each([
    ['My train leaves at 3 pm.', 'My train leaves at 15:00.'],
    ['We have four chairs.', 'We have 4 chairs.'],
    ['Sizwe runs a half marathon every spring.', 'Every spring, Sizwe runs a half marathon.'],
    ['The kiosk by gate B sells the cheapest cards.', 'The cheapest cards are sold at the kiosk by gate B.'],
    ['The compressor in the workshop is broken.', "The workshop's compressor is broken."],
  ])('may say the same: %s / %s', async (older, newer) => {
    expect(await verdictOf(older, newer, same)).toBe('same');
  });
});

describe('what a model can read', () => {
  it.each([
    ['My locker has number 212.', 'er, my locker: 221', true],
    ['My colleague 王芳 works nights.', 'My colleague 王芳 works at night.', true],
    ['আমি ঢাকায় থাকি।', 'আমার চিনাবাদামে অ্যালার্জি আছে।', false],
    ['Ich wohne seit drei Jahren in Bonn.', 'Ich wohne jetzt in Köln.', false],
    ['Kasia: uczę geografii od jedenastu lat.', 'Kasia: śpiewam w chórze od jedenastu lat.', false],
  ])('%s / %s: %s', async (older, newer, can) => {
    expect(await readable([{ older, newer }])).toEqual([can ? { older, newer } : null]);
  });

  it('leaves out what no reader would decide', async () => {
    const [older, newer] = ['I ran a charity race for mental health in Leeds.', 'Rosa took her four children camping.'];
    expect(await readable([{ older, newer }])).toEqual([null]);
    expect(await readable([{ older, newer, isAfter: true }])).toEqual([{ older, newer }]);
  });
});
