import type { EarlierMessage } from '@hippocamp/shared/language/statement';

/** A name, and an expression that some memory's content must match, or must not. */
export type Expected = readonly [name: string, says: RegExp];

type Message = EarlierMessage;

export interface ReadText {
  id: string;
  source: 'chat' | 'note';
  requests: readonly (string | readonly Message[])[];
  facts: readonly Expected[];
  wrong: readonly Expected[];
}

type Row = readonly [id: string, said: ReadText['requests'], facts: readonly Expected[], wrong?: readonly Expected[]];

const textOf =
  (source: ReadText['source']) =>
  ([id, requests, facts, wrong = []]: Row): ReadText => ({ id, source, requests, facts, wrong });

const said = (content: string, name: string | null = null): Message => ({ role: 'user', content, name });
const told = (content: string): Message => ({ role: 'assistant', content, name: null });

const chats: readonly Row[] = [
  [
    't01',
    ['I live in Porto and work as a nurse at the Santo António hospital.'],
    [
      ['porto', /porto/i],
      ['nurse', /nurse/i],
    ],
  ],
  [
    't02',
    ['My daughter Lena turns seven on 3 March. She is allergic to peanuts.'],
    [
      ['birthday', /3 March|seven|03-03/i],
      ['peanuts', /allerg.*peanut|peanut.*allerg/i],
    ],
    [['not allergic', /not allergic/i]],
  ],
  [
    't03',
    ['I do not eat pork, and I never drink alcohol.'],
    [
      ['pork', /(not|n't|never|no|avoid).*pork/i],
      ['alcohol', /(not|n't|never|no|avoid).*alcohol/i],
    ],
    [
      ['eats pork', /^(?!.*(not|n't|never|avoid|no )).*eats? pork/i],
      ['drinks', /^(?!.*(not|n't|never|avoid|no )).*drinks? alcohol/i],
    ],
  ],
  ['t04', ['We moved the launch from Tuesday to Thursday because the tests are red.'], [['thursday', /thursday/i]]],
  ['t05', ['Hi! How are you today? Thanks a lot, talk to you later.'], []],
  [
    't06',
    ['Please remember that the wifi at the cabin is called Birch and that the key hangs behind the blue door.'],
    [
      ['wifi', /birch/i],
      ['key', /key hangs behind|blue door/i],
    ],
  ],
  [
    't07',
    ['I have an appointment with Dr. Okafor on Friday at 14:30 about my knee.'],
    [
      ['appointment', /okafor/i],
      ['time', /14:30/i],
    ],
  ],
  [
    't08',
    ['I used to love running, but since the operation I swim twice a week.'],
    [['swim', /swim/i]],
    [['runs', /^(?!.*used to).*(loves?|likes?) running/i]],
  ],
  ['t09', ['My budget for the trip is 1,200 euros, flights included.'], [['budget', /1,?200/i]]],
  [
    't10',
    ['Can you recommend a good restaurant? I prefer vegetarian food, and my wife hates mushrooms.'],
    [
      ['vegetarian', /vegetarian/i],
      ['mushrooms', /mushrooms/i],
    ],
    [['likes mushrooms', /(likes?|loves?) mushrooms/i]],
  ],
  [
    't11',
    ['Yesterday Tom and I finished painting the kitchen. It took us six hours.'],
    [
      ['painting', /paint/i],
      ['six hours', /six hours|6 hours/i],
    ],
  ],
  [
    't12',
    ['The staging database runs on db-stage-02, port 6543. Deployments happen every Wednesday at noon.'],
    [
      ['db', /db-stage-02/i],
      ['wednesday', /wednesday/i],
    ],
  ],
  [
    't13',
    ['I might buy a Vespa next spring, if my bonus comes through.'],
    [['vespa', /(might|may|if|perhaps|consider|possibly|plan|want).*vespa|vespa.*(might|if|perhaps)/i]],
    [['bought', /(bought|owns?|has) a vespa/i]],
  ],
  [
    't14',
    ['Ich wohne seit 2019 in Leipzig und arbeite als Tischlerin.'],
    [
      ['leipzig', /leipzig/i],
      ['tischlerin', /tischlerin|carpenter/i],
    ],
  ],
  [
    't15',
    ['No, I am not married. My partner is called Ines and we have two cats.'],
    [
      ['not married', /not married/i],
      ['ines', /ines/i],
      ['cats', /cats/i],
    ],
    [['married', /^(?!.*not).*\bmarried/i]],
  ],
  [
    't17',
    ['My boss said that I should apply for the team lead position, but I declined.'],
    [['declined', /declined/i]],
    [['is lead', /\b(is|am) (a |the )?team lead/i]],
  ],
  [
    't18',
    ['Translate this into French: "I live in London and I love cricket."'],
    [],
    [
      ['london', /lives? in london/i],
      ['cricket', /loves? cricket/i],
    ],
  ],
  [
    't19',
    ['I take 5 mg of ramipril every morning; the doctor wants to double it in January.'],
    [
      ['ramipril', /5 mg.*ramipril|ramipril.*5 mg/i],
      ['double', /double|january/i],
    ],
    [['10 mg', /10 mg/i]],
  ],
  [
    't20',
    ['Just got home. It is raining again, my shoes are soaked. Anyway, my new phone number is 0151 2345678.'],
    [['phone', /0151/i]],
  ],
];

const notes: readonly Row[] = [
  [
    't16',
    [
      'Meeting notes. Decided: we use PostgreSQL, not MySQL. Priya owns the migration. Deadline 15 December. Open: who writes the docs?',
    ],
    [
      ['postgres', /postgres/i],
      ['priya', /priya/i],
      ['deadline', /15 December|12-15/i],
    ],
    [['mysql', /^(?!.*not mysql).*we use mysql/i]],
  ],
];

const talks: readonly Row[] = [
  [
    'k1',
    [
      [
        said('I am planning a trip to Japan in April.'),
        told('Great! Have you been there before?'),
        said('No, never. I am vegetarian, is that a problem?'),
        told('It can be. Do you eat fish?'),
        said('Yes, I do.'),
      ],
      [
        said('I changed my mind about the trip: I am going in October.'),
        told('So October instead of April, noted.'),
        said('Exactly. And my sister Carla comes with me.'),
      ],
    ],
    [
      ['japan', /japan/i],
      ['vegetarian', /vegetarian/i],
      ['fish', /fish/i],
      ['october', /october/i],
      ['carla', /carla/i],
    ],
    [['been', /(has|have) been (there|to japan)/i]],
  ],
  [
    'k2',
    [
      [
        said('Mara here. Jonas, did the landlord call?', 'Mara'),
        said('Yes, he wants 40 euros more from January.', 'Jonas'),
        said('I would rather move out than pay that.', 'Mara'),
      ],
      [said('I found a flat on Kestrel Quay, 620 euros.', 'Mara'), said('I will look at it on Saturday.', 'Jonas')],
    ],
    [
      ['40', /40 euros/i],
      ['move out', /move out/i],
      ['kestrel', /kestrel/i],
      ['saturday', /saturday|11-21/i],
    ],
  ],
  [
    'k3',
    [
      [
        { role: 'system', content: 'You are a helpful travel bot named Zed.', name: null },
        said('What is the capital of Peru?'),
        told('Lima. It has ten million inhabitants.'),
        said('Thanks!'),
      ],
      [said('My name is Adaeze, I am 34 and I teach maths in Lagos.'), told('Nice to meet you, Adaeze!')],
    ],
    [
      ['adaeze', /adaeze/i],
      ['34', /34/],
      ['maths', /maths/i],
    ],
    [
      ['lima', /lima/i],
      ['zed', /zed/i],
    ],
  ],
  [
    'k4',
    [
      [said('I have a dog named Biscuit.'), told('What breed is he?'), said('A beagle, five years old.')],
      [said('Biscuit died last week.'), told('I am so sorry.'), said('We will not get another dog.')],
    ],
    [
      ['biscuit', /biscuit/i],
      ['beagle', /beagle/i],
      ['died', /died/i],
      ['no other', /not get another/i],
    ],
    [['will get', /will get another/i]],
  ],
  [
    'k5',
    [
      [
        said('Let us keep the meeting notes in English.'),
        told('Sure. Anything else I should know about the project?'),
        said('The client is Nordbank, the contract ends in June 2027, and Sam must not be told about the price.'),
      ],
      [said('Correction: the contract ends in July 2027.')],
    ],
    [
      ['english', /english/i],
      ['nordbank', /nordbank/i],
      ['july', /july 2027/i],
      ['sam', /sam must not/i],
    ],
    [['sam told', /^(?!.*(not|n't)).*sam.*told/i]],
  ],
];

export const readTexts: readonly ReadText[] = [
  ...[...chats, ...talks].map(textOf('chat')),
  ...notes.map(textOf('note')),
];
