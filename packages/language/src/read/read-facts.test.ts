import type { Slot } from '@hippocamp/shared/language/reading';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFacts } from './read-facts.js';

const read = (text: string, speaker: string | null = null) => readFacts(text, speaker);

/** "mara lives_in lisbon", with "not" before what is denied and "+" after what may have several values. */
const inShort = ({ subject, attribute, value, polarity, single }: Slot) =>
  `${polarity ? '' : 'not '}${subject} ${attribute} ${value}${single ? '' : ' +'}`;
const slots = (text: string, speaker: string | null = null) => read(text, speaker).slots.map(inShort);

describe('slots', () => {
  it.each<[string, string[]]>([
    // where somebody lives
    ['I live in Lisbon.', ['self lives_in lisbon']],
    ['I now live in Porto', ['self lives_in porto']],
    ['I moved to Porto last week.', ['self lives_in porto']],
    ["I've just moved to Porto with my cat.", ['self lives_in porto']],
    ["I'm moving to Bergen.", ['self lives_in bergen']],
    ["I'm moving to Bergen today.", ['self lives_in bergen']],
    ['I moved to Bergen in June.', ['self lives_in bergen']],
    ['I live in Bergen next to the harbour.', ['self lives_in bergen']],
    ['I moved from Oslo to Bergen.', ['self lives_in bergen']],
    ["We don't live there. I'm living in Ghent now.", ['self lives_in ghent']],
    ['I am based in Berlin, working remotely.', ['self lives_in berlin']],
    ['I live in NYC.', ['self lives_in new york']],
    ['I live in New York City', ['self lives_in new york']],
    ['I live in Oslo, Norway.', ['self lives_in oslo']],
    ['I live in Norway.', ['self lives_in_region norway']],
    ['I moved to Tollgate Lane 9 yesterday.', ['self address tollgate lane 9']],
    ['I no longer live in Lisbon.', ['not self lives_in lisbon']],
    ["I don't live in Lisbon any more.", ['not self lives_in lisbon']],
    ['Mara lives in Lisbon.', ['mara lives_in lisbon']],
    ['Mara moved to Porto and works at the museum.', ['mara lives_in porto', 'mara works_at museum']],
    ["Mara's mother lives in Bergen.", ['mara mother lives_in bergen']],
    ['My mum lives in Bergen.', ['self mother lives_in bergen']],
    ['My sister lives in Rome.', ['self sister lives_in rome +']],
    ['My sister Ann lives in Rome.', ['ann lives_in rome']],
    ['Tom says he lives in Rome.', ['tom lives_in rome']],
    // work
    ['I work at Acme.', ['self works_at acme']],
    ['I work for Acme as a designer.', ['self works_at acme', 'self works_as designer']],
    ['I am working at the ferry office, so I know.', ['self works_at ferry office']],
    [
      'Mara works at the maritime museum from 1 April, Mara will run the school visits.',
      ['mara works_at maritime museum'],
    ],
    ['I work as a nurse at the Elmwood hospital.', ['self works_at elmwood hospital', 'self works_as nurse']],
    ['I have moved again: since last week (week of 2026-03-30) I live in Coimbra.', ['self lives_in coimbra']],
    ['I started at Acme last Monday.', ['self works_at acme']],
    ['I started working for Northwind in March.', ['self works_at northwind']],
    ['I got a new job at Globex!', ['self works_at globex']],
    ['I started at Acme in the summer.', ['self works_at acme']],
    ['I work at a bakery.', ['self works_at bakery +']],
    ['I quit my job at Acme.', ['not self works_at acme']],
    ['I no longer work at Acme.', ['not self works_at acme']],
    ['I stopped working for Acme.', ['not self works_at acme']],
    ['I work as a nurse.', ['self works_as nurse']],
    ["I'm a nurse.", ['self works_as nurse +']],
    // names, age, family
    ['My name is Mara.', ['self name_is mara']],
    ["My name's Mara Lind.", ['self name_is mara lind']],
    ['I am called Mara.', ['self name_is mara +']],
    ['I go by Jo.', ['self name_is jo +']],
    ['My dog is called Pickle.', ['self dog pickle +']],
    ["My dog's name is Pickle.", ['self dog pickle +']],
    ['I have a dog called Pickle.', ['self dog pickle +']],
    ["Mara's dog is called Pickle.", ['mara dog pickle +']],
    ['I was born on 12 April 1990.', ['self birthday --04-12', 'self birth_year 1990']],
    ['I was born in 1990.', ['self birth_year 1990']],
    ['I was born in Oslo.', ['self born_in oslo']],
    ['My birthday is April 12th.', ['self birthday --04-12']],
    ["Jonas's birthday is on 12 April.", ['jonas birthday --04-12']],
    ['I am 34 years old.', ['self age 34']],
    ["I'm thirty-four.", ['self age 34']],
    ['I am married to Ann.', ['self marital_status married', 'self partner ann']],
    ['Mara got engaged.', ['mara marital_status engaged']],
    ["I'm vegan.", ['self is:vegan yes']],
    ["I'm no longer vegan.", ['self is:vegan no']],
    ["I'm not a vegetarian", ['self is:vegetarian no']],
    // likes
    ['I like tea.', ['self likes:tea yes']],
    ['I do not like tea.', ['self likes:tea no']],
    ["I don't like tea any more", ['self likes:tea no']],
    ['I hate tea!', ['self likes:tea no']],
    ["I can't stand tea.", ['self likes:tea no']],
    ['I really love hazelnuts', ['self likes:hazelnut yes']],
    ['Mara likes tea and coffee.', ['mara likes:tea yes', 'mara likes:coffee yes']],
    ['I like tea with milk.', ['self likes:tea with milk yes']],
    ['I like to swim.', ['self likes:swim yes']],
    ['I enjoy swimming.', ['self likes:swim yes']],
    ["I'm not a fan of jazz.", ['self likes:jazz no']],
    ['I prefer tea to coffee.', ['self prefers:coffee|tea tea']],
    ['I prefer coffee over tea.', ['self prefers:coffee|tea coffee']],
    ['My favourite colour is green.', ['self favourite:colour green']],
    ['Green is my favourite colour.', ['self favourite:colour green']],
    ['Jonas is allergic to hazelnuts.', ['jonas allergic_to:hazelnut yes']],
    ["I'm allergic to peanuts and cats.", ['self allergic_to:peanut yes', 'self allergic_to:cat yes']],
    ['I have a peanut allergy.', ['self allergic_to:peanut yes']],
    ['I am not allergic to nuts.', ['self allergic_to:nut no']],
    // things one has several of
    ['I drive a Volvo.', ['self drives volvo +']],
    ['I speak Dutch and French.', ['self speaks dutch +', 'self speaks french +']],
    ['I own a boat.', ['self has boat +']],
    ['Mara plays the cello.', ['mara plays cello +']],
    // particulars
    ['My phone number is +47 900 12 345.', ['self phone +4790012345']],
    ['My e-mail is mara@example.org.', ['self email mara@example.org']],
    ['My email address is Mara@Example.org', ['self email mara@example.org']],
    ['My address is Mill Road 4.', ['self address mill road 4']],
    ['The wifi password is tulip42.', ['wifi password is tulip42']],
    ['The door code is 4711.', ['door code is 4711']],
    ['The rent is 900 euros.', ['rent is 900']],
    ['My hometown is Bergen.', ['self hometown is bergen']],
    ['I live at 12 Mill Road.', ['self address 12 mill road']],
    ['I no longer live in Rome, I live in Berlin.', ['not self lives_in rome', 'self lives_in berlin']],
    ['I live in Rome\nI like tea', ['self lives_in rome', 'self likes:tea yes']],
    ['My favourite restaurant is Taverna.', ['self favourite:restaurant taverna']],
    ['Mara likes Jonas.', ['mara likes:jonas yes']],
    ['I live in Lisbon. He lives in Porto.', ['self lives_in lisbon']],
    ['Ann told me she lives in Rome.', ['ann lives_in rome']],
    ['I work at Marks and Spencer.', ['self works_at marks and spencer +']],
    ['My boss is Dana.', ['self boss is dana']],
    // when and how much
    ['The kiosk opens on Saturday 11 April at nine.', ['kiosk opening_date --04-11', 'kiosk opening_time 09:00']],
    ['The kiosk opens on Saturday 28 March.', ['kiosk opening_date --03-28']],
    ['The deadline is Friday.', ['deadline date friday']],
    ['The report is due on 3 March.', ['report date --03-03']],
    ['The meeting was moved to 2026-03-05.', ['meeting date 2026-03-05']],
    ['The meeting has been moved from Monday to Tuesday.', []],
    ['The meeting starts at 9.', ['meeting time 09:00']],
    ['The meeting starts at half past four', ['meeting time 04:30']],
    ['The shop closes at 6 pm.', ['shop closing_time 18:00']],
    ['The bun costs 2.80 euros.', ['bun price 2.8']],
  ])('%s', (text, expected) => {
    expect(slots(text)).toEqual(expected);
  });

  it.each([
    // wishes, conditions, guesses, plans
    'If I lived in Paris I would be happy.',
    'I would love to live in Oslo.',
    'I want to move to Berlin.',
    'I might move to Berlin next year.',
    "I'm thinking of moving to Berlin.",
    'Maybe I live in Rome.',
    'I hope to work at Acme.',
    'I wish I worked at Acme.',
    'I would like tea.',
    'I think the deadline is Friday.',
    'I am going to quit.',
    'I dreamt I lived in Rome.',
    'Imagine I am allergic to nuts.',
    // the past
    'I lived in Rome in 2010.',
    'I used to live in Rome.',
    'I used to like tea.',
    'I moved to Rome in 2010.',
    'I moved to Rome ten years ago.',
    'I worked at Acme.',
    'I liked tea.',
    'I was allergic to nuts as a child.',
    'I had a dog called Rex.',
    'When I was a student I lived in Leeds.',
    'The meeting was on Friday.',
    // what is to come
    "I'm moving to Bergen next month.",
    'I am moving to Lisbon next year.',
    'I am moving to Lisbon in June.',
    'I am moving to Lisbon on 3 March.',
    'I am moving to Lisbon on Friday.',
    'I am moving to Lisbon soon.',
    'I am moving to Lisbon in two weeks.',
    'I am relocating to Lisbon tomorrow.',
    'Mara moves to Lisbon in 2027.',
    'I am working at Acme next week.',
    // for a time, or in several places
    'Anna works at the food bank on Sundays.',
    'Anna works at the food bank every Sunday.',
    'Anna works at the food bank twice a week.',
    'Anna works at the food bank in the evenings.',
    'Anna works at the food bank during the holidays.',
    'Anna works at Acme for three months.',
    'Anna works as a barista on weekends.',
    'I live in Porto on Mondays.',
    'I live in Porto in June.',
    'I live in Oslo for now.',
    'I moved to Oslo for three months.',
    'I live in Oslo and Bergen.',
    'I live in Oslo during the week.',
    'I live in Oslo in the summer.',
    'I live in Oslo part-time.',
    // questions
    'Do you live in Rome?',
    'Is the deadline Friday?',
    'I live in Rome?',
    // hearsay
    'Tom says I live in Rome.',
    'Tom says Ann lives in Rome.',
    'I heard Tom lives in Rome.',
    'She said "I live in Rome and I love it".',
    // nobody knows who
    'He lives in Rome.',
    'They work at Acme.',
    'We live in Rome.',
    'You like tea.',
    'It costs 12 euros.',
    'Everyone likes tea.',
    'Nobody likes tea.',
    // the same words, something else said
    'I moved to Tuesday.',
    'I moved to a bigger flat.',
    'I moved to Linux last year.',
    'I live in a small house.',
    'I live in peace.',
    'I work at night.',
    'I work at home.',
    'That works for me.',
    'I work at the weekend.',
    'I left Oslo early.',
    'I quit Facebook.',
    'I started at nine.',
    'I joined the gym.',
    'I like it.',
    'I love you.',
    'I like how you think.',
    'I like tea when it is cold.',
    'I like some jazz.',
    'I am like my father.',
    'I am tired.',
    'My wife is Norwegian.',
    'My name is on the list.',
    'My birthday was lovely.',
    'I am 5 minutes late.',
    'I am 34 km away.',
    'The shop opens at nine on Sundays.',
    'The meeting is every Monday.',
    'The meeting is on Monday or Tuesday.',
    'The kiosk is green.',
    'The ticket costs between 3 and 5 euros.',
    'The password is wrong.',
    'The deadline is important.',
    'One of my favourite colours is green.',
    'My old address is Mill Road 4.',
    'The physio called and moved Mara to Tuesday 17 March.',
    'I live in Rome but I am moving to Berlin.',
    'I am moving to Google.',
    'I moved to the Lisbon office as a manager.',
    'The code is broken.',
    'My boss is angry.',
    'My hometown is beautiful.',
    'My favourite restaurant is closed.',
    'The rent is paid 3 months ahead.',
    'I like neither tea nor coffee.',
    'I like no tea.',
    'I am allergic to nothing.',
    'I am married to my job.',
    'I am one and only.',
    'I do not only like tea.',
    'I cannot drive.',
    'I will live in Oslo.',
    'My phone is dead.',
    'My former boss is Dana.',
    'Mara, who lives in Rome, came by.',
    'I work with Ann.',
    'I work at Acme and at Globex.',
    'Dr. Weber works at St. Mary hospital.',
    "I live at Ann's.",
    "I live in Ann's house.",
    'I like tea less and less.',
    'I live in Rome most of the year.',
    'I know Tom lives in Rome.',
    'I am named after Ann.',
    'I am getting married in May.',
    'The meeting is not on Friday.',
    'The ticket costs 12 euros or 15 at the door.',
    'Ben, asked "Where do you live now?": Lisbon.',
    'Mara says hello.',
    'Live in Oslo was a great record.',
    '',
    '   ',
    '😀',
  ])('nothing sure: %s', (text) => {
    expect(slots(text)).toEqual([]);
  });

  it('knows whose first person it is', () => {
    expect(slots('I live in Rome.', 'Mara')).toEqual(['mara lives_in rome']);
    expect(slots('Mara: I live in Rome, and you?', 'Mara')).toEqual([]);
    expect(slots('Mara: I live in Rome.', 'Mara')).toEqual(['mara lives_in rome']);
    expect(slots('Mara: I live in Rome.')).toEqual(['mara lives_in rome']);
    expect(slots('Mara lives in Rome.', 'Mara')).toEqual(['mara lives_in rome']);
    expect(slots('My sister loves hazelnuts.', 'Mara')).toEqual(['mara sister likes:hazelnut yes +']);
  });
});

describe('pairs that must read as the same', () => {
  it.each([
    ['I live in Lisbon.', "I'm living in Lisbon now"],
    ['I moved to Lisbon.', 'I live in Lisbon.'],
    ['I do not like tea.', 'I hate tea'],
    ['I like hazelnuts', 'I love hazelnuts!'],
    ['I like swimming', 'I like to swim'],
    ['My dog is called Rex', 'I have a dog named Rex.'],
    ['My birthday is 12 April', 'I was born on April 12th.'],
    ['I work for Acme', 'I work at Acme.'],
    ['Mara works at the museum', "Mara's working at the museum now."],
    ["I'm allergic to peanuts", 'I have a peanut allergy'],
    ['My favourite colour is green', 'My favorite colour is green.'],
    ['The meeting is on 3 March.', 'The meeting was moved to March 3rd.'],
    ['My mom lives in Rome', 'My mother lives in Rome.'],
  ])('%s = %s', (first, second) => {
    expect(slots(first)).not.toEqual([]);
    expect(slots(second)).toEqual(slots(first));
  });
});

describe('pairs that must differ', () => {
  it.each([
    ['I live in Lisbon.', 'I live in Porto.'],
    ['I live in Lisbon.', 'My mother lives in Lisbon.'],
    ['I like tea.', "I don't like tea."],
    ['I like tea.', 'I like coffee.'],
    ['Mara likes tea.', 'Jonas likes tea.'],
    ['Room 12 is free.', 'Room 13 is free.'],
    ['It costs 640 euros.', 'It costs 650 euros.'],
    ['Ann likes Bob.', 'Bob likes Ann.'],
    ['The concert is on 3 March.', 'The concert is on 4 March.'],
    ['We meet at nine.', 'We meet at ten.'],
    ['We meet at 9 am.', 'We meet at 9 pm.'],
    ['The shop opens at nine.', 'The shop closes at nine.'],
    ['I never met Tom.', 'I met Tom.'],
    ['We sail on Friday.', 'We sail on Saturday.'],
    ['The room is not free.', 'The room is free.'],
  ])('%s ≠ %s', (first, second) => {
    expect(read(second)).not.toEqual(read(first));
  });
});

describe('numbers', () => {
  it.each<[string, string[]]>([
    ['I paid 640 euros.', ['640']],
    ['€4,500 and 4.500 and 4’500', ['4500', '4500', '4500']],
    ['4.5 or 4,5', ['4.5', '4.5']],
    ['1.234,56 and 1,234.56', ['1234.56', '1234.56']],
    ['1 000 people', ['1000']],
    ['10k, 2 million', ['10000', '2000000']],
    ['three cats, twelve mice', ['3', '12']],
    ['twenty-six days, sixty', ['26', '60']],
    ['the one with the gull, one of them', []],
    ['50% of 007', ['50', '7']],
    ['on 12 April at nine', []],
    ['room B12', []],
    ['-5, −200, –3 and minus 4', ['-5', '-200', '-3', '-4']],
    ['-€5 and $-6', ['-5', '-6']],
    ['3-5 days, UTC-5', ['3', '5', '5']],
    ['½ hour, 3½ hours, ¼ and 2.5', ['0.5', '3.5', '0.25', '2.5']],
    ['10.0.0.250, 192.168.1.1, 20.19.1', ['10.0.0.250', '192.168.1.1', '20.19.1']],
    ['1.000.000 or 1.234,5', ['1000000', '1234.5']],
  ])('%s', (text, expected) => {
    expect(read(text).numbers).toEqual(expected);
  });
});

describe('dates', () => {
  it.each<[string, string[]]>([
    ['2026-04-11', ['2026-04-11']],
    ['11 April 2026 and April 11, 2026', ['2026-04-11', '2026-04-11']],
    ['Saturday 11 April', ['--04-11']],
    ['on the 11th of April', ['--04-11']],
    ['11.04.2026', ['2026-04-11']],
    ['25/12/2025 and 12/25/2025', ['2025-12-25', '2025-12-25']],
    ['03/04/2025', ['03/04/2025']],
    ['2026-13-45', []],
    ['in April, in 2010, in May 2011', ['--04', '2010', '2011-05']],
    ['I may march', []],
    ['next Friday, yesterday, tomorrow', ['next friday', 'yesterday', 'tomorrow']],
    ['two weeks ago', ['two weeks ago']],
    ['at nine, at 9 a.m., 9:00, 21:00, 9 pm', ['09:00', '09:00', '09:00', '21:00', '21:00']],
    ['half past four, quarter to five, noon', ['04:30', '04:45', '12:00']],
    ['at 9 people', []],
  ])('%s', (text, expected) => {
    expect(read(text).dates).toEqual(expected);
  });
});

describe('names and negation', () => {
  it.each<[string, string[]]>([
    ['Ann likes Bob.', ['ann', 'bob']],
    ['We walked past Kestrel Quay with Teo.', ['kestrel quay', 'teo']],
    ["Mara's sister lives in Rome.", ['mara', 'rome']],
    ['I met Dr. Weber on Friday.', ['weber']],
    ['The kiosk is green.', []],
    ['Yesterday I slept.', []],
  ])('names: %s', (text, expected) => {
    expect(read(text).names).toEqual(expected);
  });

  it.each<[string, boolean]>([
    ['I do not like tea.', true],
    ["I can't swim.", true],
    ['I never met her.', true],
    ['No, I like tea.', false],
    ['Not only tea but coffee.', false],
    ['I like tea.', false],
    ['I can’t swim.', true],
  ])('negation: %s', (text, expected) => {
    expect(read(text).negated).toBe(expected);
  });
});

describe('any text', () => {
  it('is read without an error, the same every time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(read(text)).toEqual(read(text));
      }),
      { seed: 20_260_306, numRuns: 500 },
    );
  });

  it('of English words never gives an empty value or subject', () => {
    const words =
      'I Mara my live lives in at to Oslo works Acme like not no is was the a tea and 12 April on called , .'.split(
        ' ',
      );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 14 }), (list) => {
        for (const { subject, attribute, value } of read(list.join(' ')).slots) {
          expect(Math.min(subject.length, attribute.length, value.length)).toBeGreaterThan(0);
        }
      }),
      { seed: 20_260_307, numRuns: 1000 },
    );
  });

  it.each(['a', ' ', '\n', ':', '"', '😀', 'a:', '1,', '9 ', 'I live in ', 'A b ', "I'm ", '12.'])(
    '50,000 units of %j',
    { tags: ['long'] },
    (unit) => {
      const text = unit.repeat(50_000 / unit.length);
      expect(read(text).slots).toEqual([]);
      expect(read(`I live in ${text.slice(0, 1900)}`)).toBeDefined();
    },
  );
});
