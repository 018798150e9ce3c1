import type { Triple } from './triple.js';

/** Written before any rule had been run on them, and not used for making the rules: what they get is reported, not mended. */
export const heldOut: Triple[] = [
  {
    kind: 'restated',
    known: ['The library lends out tools on Wednesdays.'],
    claim: 'The library lends out tools on Wednesdays.',
    verdict: 'supported',
  },
  {
    kind: 'restated',
    known: ['Ines is allergic to penicillin.'],
    claim: 'Ines has a penicillin allergy.',
    verdict: 'supported',
  },
  {
    kind: 'less said',
    known: ['Oskar repaired the old weather station in October.'],
    claim: 'Oskar repaired the weather station.',
    verdict: 'supported',
  },
  {
    kind: 'restated',
    known: ["Ravi's sister works at the port authority."],
    claim: 'The sister of Ravi works at the port authority.',
    verdict: 'supported',
  },
  {
    kind: 'two in one',
    known: ['Lena lives in Utrecht.', 'Lena plays the oboe.'],
    claim: 'Lena lives in Utrecht and plays the oboe.',
    verdict: 'supported',
  },
  {
    kind: 'negation',
    known: ['The ferry runs on Sundays.'],
    claim: 'The ferry does not run on Sundays.',
    verdict: 'refuted',
  },
  {
    kind: 'negation',
    known: ['Nobody in the team speaks Finnish.'],
    claim: 'Somebody in the team speaks Finnish.',
    verdict: 'refuted',
  },
  {
    kind: 'number',
    known: ['The greenhouse has 14 windows.'],
    claim: 'The greenhouse has 12 windows.',
    verdict: 'refuted',
  },
  {
    kind: 'number',
    known: ['The tower is 86 metres high.'],
    claim: 'The tower is 68 metres high.',
    verdict: 'refuted',
  },
  {
    kind: 'date',
    known: ['The lease ends on 31 August 2027.'],
    claim: 'The lease ends on 30 September 2027.',
    verdict: 'refuted',
  },
  { kind: 'name', known: ['The choir is led by Matteo.'], claim: 'The choir is led by Simone.', verdict: 'refuted' },
  { kind: 'antonym', known: ['The cellar is dry.'], claim: 'The cellar is wet.', verdict: 'refuted' },
  {
    kind: 'antonym',
    known: ['The west gate is locked at night.'],
    claim: 'The west gate is unlocked at night.',
    verdict: 'refuted',
  },
  { kind: 'slot', known: ['Bruno moved to Ghent.'], claim: 'Bruno lives in Antwerp.', verdict: 'refuted' },
  {
    kind: 'not enough',
    known: ['Ines keeps bees behind the chapel.'],
    claim: 'Ines sells honey at the market.',
    verdict: 'not_enough_info',
  },
  {
    kind: 'not enough',
    known: ['The bakery might close in spring.'],
    claim: 'The bakery closes in spring.',
    verdict: 'not_enough_info',
  },
  {
    kind: 'not enough',
    known: ['Tomas gave Pia the key.'],
    claim: 'Pia gave Tomas the key.',
    verdict: 'not_enough_info',
  },
  {
    kind: 'conflicting',
    known: ['The pool is heated.', 'The pool is not heated.'],
    claim: 'The pool is heated.',
    verdict: 'conflicting',
  },
  {
    kind: 'temporal',
    known: [
      { content: 'The team meets in room Aspen.', day: 1, replacedBy: 1, until: 10 },
      { content: 'The team meets in room Birch.', day: 10 },
    ],
    claim: 'The team meets in room Aspen.',
    verdict: 'refuted',
  },
  {
    kind: 'temporal',
    known: [
      { content: 'Clara lives in Lyon.', day: 1, replacedBy: 1, until: 10 },
      { content: 'Clara lives in Nantes.', day: 10 },
    ],
    claim: 'Clara lives in Lyon.',
    asOf: 5,
    verdict: 'supported',
  },
];
