import type { Triple } from './triple.js';

const supported: Triple[] = [
  {
    kind: 'restated',
    known: ['The spare key hangs behind the boiler.'],
    claim: 'The spare key hangs behind the boiler.',
    verdict: 'supported',
  },
  { kind: 'restated', known: ['Mara lives in Lisbon.'], claim: 'mara lives in lisbon', verdict: 'supported' },
  { kind: 'restated', known: ['東京に引っ越しました'], claim: '東京に引っ越しました', verdict: 'supported' },
  { kind: 'restated', known: ['I moved to Porto.'], claim: 'I live in Porto.', verdict: 'supported' },
  {
    kind: 'restated',
    known: ['Jonas is allergic to hazelnuts.'],
    claim: 'Jonas has a hazelnut allergy.',
    verdict: 'supported',
  },
  { kind: 'restated', known: ['My dog is called Rex.'], claim: 'I have a dog named Rex.', verdict: 'supported' },
  { kind: 'restated', known: ['The shop is not open.'], claim: 'The shop is closed.', verdict: 'supported' },
  { kind: 'restated', known: ['I hate tea.'], claim: "I don't like tea.", verdict: 'supported' },
  {
    kind: 'restated',
    known: ['The meeting was moved to March 3rd.'],
    claim: 'The meeting is on 3 March.',
    verdict: 'supported',
  },
  {
    kind: 'restated',
    known: ['The red boat sailed to Bergen.'],
    claim: 'The red boat has sailed to Bergen.',
    verdict: 'supported',
  },
  {
    kind: 'less said',
    known: ['Mara lives in Lisbon and works at the museum.'],
    claim: 'Mara works at the museum.',
    verdict: 'supported',
  },
  { kind: 'less said', known: ['Mara likes tea and coffee.'], claim: 'Mara likes coffee.', verdict: 'supported' },
  {
    kind: 'less said',
    known: ['The red boat left the old harbour at dawn.'],
    claim: 'The boat left the harbour.',
    verdict: 'supported',
  },
  {
    kind: 'less said',
    known: ['Teo painted the fence in May 2021.'],
    claim: 'Teo painted the fence.',
    verdict: 'supported',
  },
  { kind: 'less said', known: ['Last week Ida broke her arm.'], claim: 'Ida broke her arm.', verdict: 'supported' },
  {
    kind: 'less said',
    known: ['We rented a van. The van has nine seats. It was cheap.'],
    claim: 'The van has nine seats.',
    verdict: 'supported',
  },
  {
    kind: 'two in one',
    known: ['Jonas works at Acme.', 'Jonas speaks Dutch.'],
    claim: 'Jonas works at Acme. Jonas speaks Dutch.',
    verdict: 'supported',
  },
  {
    kind: 'two in one',
    known: ['Mara moved to Porto.', 'Mara drives a Volvo.'],
    claim: 'Mara lives in Porto and drives a Volvo.',
    verdict: 'supported',
  },
  {
    kind: 'denied of another',
    known: ['Mara lives in Porto.'],
    claim: 'Mara does not live in Lisbon.',
    verdict: 'supported',
  },
];

const refuted: Triple[] = [
  {
    kind: 'negation',
    known: ['The kiosk sells ice cream.'],
    claim: 'The kiosk does not sell ice cream.',
    verdict: 'refuted',
  },
  { kind: 'negation', known: ['The room is not free.'], claim: 'The room is free.', verdict: 'refuted' },
  { kind: 'negation', known: ['I like green tea.'], claim: 'I do not like green tea.', verdict: 'refuted' },
  { kind: 'negation', known: ['Teo never met the landlord.'], claim: 'Teo met the landlord.', verdict: 'refuted' },
  {
    kind: 'negation',
    known: ['There is milk in the fridge.'],
    claim: 'There is no milk in the fridge.',
    verdict: 'refuted',
  },
  { kind: 'negation', known: ['I no longer work at Acme.'], claim: 'I work at Acme.', verdict: 'refuted' },
  { kind: 'number', known: ['The rent is 900 euros.'], claim: 'The rent is 950 euros.', verdict: 'refuted' },
  { kind: 'number', known: ['The van has nine seats.'], claim: 'The van has seven seats.', verdict: 'refuted' },
  {
    kind: 'number',
    known: ['The trip to Bergen took 11 hours.'],
    claim: 'The trip to Bergen took 12 hours.',
    verdict: 'refuted',
  },
  { kind: 'number', known: ['Jonas is 34 years old.'], claim: 'Jonas is 35 years old.', verdict: 'refuted' },
  {
    kind: 'date',
    known: ['The kiosk opens on Saturday 11 April.'],
    claim: 'The kiosk opens on Saturday 18 April.',
    verdict: 'refuted',
  },
  { kind: 'date', known: ['The deadline is Friday.'], claim: 'The deadline is Monday.', verdict: 'refuted' },
  {
    kind: 'date',
    known: ['The bridge was built in 1998.'],
    claim: 'The bridge was built in 1989.',
    verdict: 'refuted',
  },
  {
    kind: 'date',
    known: ['The meeting starts at 9.'],
    claim: 'The meeting starts at half past ten.',
    verdict: 'refuted',
  },
  {
    kind: 'name',
    known: ['The captain of the Aurora is Mara.'],
    claim: 'The captain of the Aurora is Jonas.',
    verdict: 'refuted',
  },
  {
    kind: 'name',
    known: ['The mural was painted by Ida.'],
    claim: 'The mural was painted by Teo.',
    verdict: 'refuted',
  },
  {
    kind: 'name',
    known: ['The conference takes place in Oslo.'],
    claim: 'The conference takes place in Bergen.',
    verdict: 'refuted',
  },
  { kind: 'name', known: ['My boss is Dana.'], claim: 'My boss is Erik.', verdict: 'refuted' },
  {
    kind: 'antonym',
    known: ['The shop is open on Sundays.'],
    claim: 'The shop is closed on Sundays.',
    verdict: 'refuted',
  },
  { kind: 'antonym', known: ['The old lighthouse is empty.'], claim: 'The lighthouse is full.', verdict: 'refuted' },
  {
    kind: 'antonym',
    known: ['The alarm in the hall is on.'],
    claim: 'The alarm in the hall is off.',
    verdict: 'refuted',
  },
  {
    kind: 'antonym',
    known: ['Pets are allowed in the flat.'],
    claim: 'Pets are forbidden in the flat.',
    verdict: 'refuted',
  },
  { kind: 'slot', known: ['Mara moved to Porto.'], claim: 'Mara lives in Lisbon.', verdict: 'refuted' },
  { kind: 'slot', known: ['I work at the harbour museum.'], claim: 'I work at the city library.', verdict: 'refuted' },
  { kind: 'slot', known: ['My favourite colour is green.'], claim: 'My favourite colour is blue.', verdict: 'refuted' },
  { kind: 'slot', known: ['My birthday is on 12 April.'], claim: 'I was born on 13 April.', verdict: 'refuted' },
  { kind: 'slot', known: ["I'm vegan."], claim: 'I am not vegan.', verdict: 'refuted' },
  {
    kind: 'two in one',
    known: ['Jonas works at Acme.', 'Jonas lives in Ghent.'],
    claim: 'Jonas works at Acme and lives in Bruges.',
    verdict: 'refuted',
  },
];

/** As agents and people put it; found by trying. */
const common: Triple[] = [
  {
    kind: 'negation',
    known: ['Paris is the capital of France.'],
    claim: "Paris isn't the capital of France.",
    verdict: 'refuted',
  },
  { kind: 'name', known: ['The user lives in Berlin.'], claim: 'The user lives in Munich.', verdict: 'refuted' },
  { kind: 'name', known: ['The ledger runs in region B.'], claim: 'The ledger runs in region A.', verdict: 'refuted' },
  { kind: 'name', known: ['The ledger runs in region A.'], claim: 'The ledger runs in region B.', verdict: 'refuted' },
  {
    kind: 'restated',
    known: ['Paris is the capital of France.'],
    claim: 'The capital of France is Paris.',
    verdict: 'supported',
  },
  { kind: 'antonym', known: ['The launch was successful.'], claim: 'The launch was unsuccessful.', verdict: 'refuted' },
  {
    kind: 'antonym',
    known: ['The user prefers dark mode.'],
    claim: 'The user prefers light mode.',
    verdict: 'refuted',
  },
  {
    kind: 'number',
    known: ['The limit is 100 requests a minute.'],
    claim: 'The limit is 500 requests a minute.',
    verdict: 'refuted',
  },
  {
    kind: 'negation',
    known: ['User is allergic to peanuts'],
    claim: 'User is not allergic to peanuts',
    verdict: 'refuted',
  },
  { kind: 'less said', known: ['Mara has a cat named Tom.'], claim: 'Mara has a cat.', verdict: 'supported' },
  {
    kind: 'similar',
    known: ['The team uses TypeScript for the backend.'],
    claim: 'The team uses Python for the backend.',
    verdict: 'not_enough_info',
  },
  { kind: 'similar', known: ['Teo loaded the van.'], claim: 'Teo unloaded the van.', verdict: 'not_enough_info' },
  {
    kind: 'similar',
    known: ['Mara bought a red car in 2019.'],
    claim: 'Mara bought a blue car in 2019.',
    verdict: 'not_enough_info',
  },
  {
    kind: 'similar',
    known: ['The party was attended by Ann.'],
    claim: 'The party was attended by Bob.',
    verdict: 'not_enough_info',
  },
];

const notEnough: Triple[] = [
  { kind: 'empty', known: [], claim: 'Mara lives in Lisbon.', verdict: 'not_enough_info' },
  { kind: 'similar', known: ['Mara works in Lisbon.'], claim: 'Mara lives in Lisbon.', verdict: 'not_enough_info' },
  { kind: 'similar', known: ['I like tea.'], claim: 'I like coffee.', verdict: 'not_enough_info' },
  { kind: 'similar', known: ['Ann likes Bob.'], claim: 'Bob likes Ann.', verdict: 'not_enough_info' },
  { kind: 'similar', known: ['The cat chased the dog.'], claim: 'The dog chased the cat.', verdict: 'not_enough_info' },
  { kind: 'similar', known: ['Room 12 is free.'], claim: 'Room 13 is free.', verdict: 'not_enough_info' },
  {
    kind: 'similar',
    known: ["Mara's brother owns a bakery."],
    claim: 'Mara owns a bakery.',
    verdict: 'not_enough_info',
  },
  {
    kind: 'similar',
    known: ['The key is under the mat.'],
    claim: 'The key is in the drawer.',
    verdict: 'not_enough_info',
  },
  {
    kind: 'similar',
    known: ['Teo walked from Oslo to Bergen.'],
    claim: 'Teo walked from Bergen to Oslo.',
    verdict: 'not_enough_info',
  },
  {
    kind: 'more said',
    known: ['Teo painted the fence.'],
    claim: 'Teo painted the fence in May.',
    verdict: 'not_enough_info',
  },
  {
    kind: 'more said',
    known: ['The shop is open.'],
    claim: 'The shop is open on Sundays.',
    verdict: 'not_enough_info',
  },
  {
    kind: 'more said',
    known: ['Jonas works at Acme.'],
    claim: 'Jonas works at Acme and lives in Bruges.',
    verdict: 'not_enough_info',
  },
  {
    kind: 'doubtful',
    known: ['Mara wants to live in Lisbon.'],
    claim: 'Mara lives in Lisbon.',
    verdict: 'not_enough_info',
  },
  { kind: 'doubtful', known: ['Ida might sell the boat.'], claim: 'Ida sells the boat.', verdict: 'not_enough_info' },
  { kind: 'doubtful', known: ['Tom thinks the shop is open.'], claim: 'The shop is open.', verdict: 'not_enough_info' },
  { kind: 'doubtful', known: ['Is the shop open?'], claim: 'The shop is open.', verdict: 'not_enough_info' },
  { kind: 'past', known: ['Teo lived in Rome.'], claim: 'Teo lives in Rome.', verdict: 'not_enough_info' },
  { kind: 'quantity', known: ['Some rooms are free.'], claim: 'All rooms are free.', verdict: 'not_enough_info' },
  { kind: 'somebody else', known: ['He likes jazz.'], claim: 'I like jazz.', verdict: 'not_enough_info' },
];

const conflicting: Triple[] = [
  {
    kind: 'conflicting',
    known: ['Mara lives in Lisbon.', 'Mara lives in Porto.'],
    claim: 'Mara lives in Porto.',
    verdict: 'conflicting',
  },
  {
    kind: 'conflicting',
    known: ['The shop is open on Sundays.', 'The shop is closed on Sundays.'],
    claim: 'The shop is open on Sundays.',
    verdict: 'conflicting',
  },
  {
    kind: 'conflicting',
    known: ['The van has nine seats.', 'The van has seven seats.'],
    claim: 'The van has nine seats.',
    verdict: 'conflicting',
  },
  { kind: 'conflicting', known: ['I like olives.', 'I hate olives.'], claim: 'I like olives.', verdict: 'conflicting' },
  {
    kind: 'conflicting',
    known: ['The door code is 4711.', 'The door code is 4712.'],
    claim: 'The door code is 4711.',
    verdict: 'conflicting',
  },
];

const lisbonThenPorto = [
  { content: 'I live in Lisbon.', day: 1, replacedBy: 1, until: 10 },
  { content: 'I moved to Porto.', day: 10 },
];

const temporal: Triple[] = [
  { kind: 'temporal', known: lisbonThenPorto, claim: 'I live in Lisbon.', verdict: 'refuted' },
  { kind: 'temporal', known: lisbonThenPorto, claim: 'I live in Porto.', verdict: 'supported' },
  { kind: 'temporal', known: lisbonThenPorto, claim: 'I live in Lisbon.', asOf: 5, verdict: 'supported' },
  { kind: 'temporal', known: lisbonThenPorto, claim: 'I live in Porto.', asOf: 5, verdict: 'refuted' },
  {
    kind: 'temporal',
    known: [
      { content: 'Mara lives in Lisbon.', day: 1 },
      { content: 'Mara lives in Porto.', day: 9 },
    ],
    claim: 'Mara lives in Porto.',
    verdict: 'supported',
  },
  {
    kind: 'temporal',
    known: [
      { content: 'Mara lives in Lisbon.', day: 1 },
      { content: 'Mara lives in Porto.', day: 9 },
    ],
    claim: 'Mara lives in Lisbon.',
    verdict: 'refuted',
  },
  {
    kind: 'temporal',
    known: [
      { content: 'The office is in the mill.', day: 1, replacedBy: 1, until: 10 },
      { content: 'The office has moved out of the mill.', day: 10 },
    ],
    claim: 'The office is in the mill.',
    verdict: 'refuted',
  },
  {
    kind: 'temporal',
    known: [{ content: 'The bridge is closed.', day: 12 }],
    claim: 'The bridge is closed.',
    asOf: 5,
    verdict: 'not_enough_info',
  },
];

/** What the rules were made with. */
export const triples: Triple[] = [...supported, ...refuted, ...common, ...notEnough, ...conflicting, ...temporal];
