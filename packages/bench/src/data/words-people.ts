import { wordList } from './word-list.js';

/** Commonest first, as in every list of words here: the first are drawn most often. */
export const names = wordList(`
  Anna Ben Maria Tom Sara Leon Julia Max Nina Paul Emma Felix Laura Simon Clara David Sofia Jonas Lea Martin Mia Oscar Eva Hugo
  Ida Karl Lena Noah Rosa Samuel Tina Victor Wendy Xavier Yara Zoe Alice Bruno Carmen Dennis Elena Frank Greta Henry Irene Jack
  Karen Louis Megan Nathan Olga Peter Quentin Rachel Stefan Theresa Ursula Vincent Walter Yusuf Adam Bella Charles Diana Edward
  Fiona George Hannah Ivan Jasmine Kevin Linda Marcus Nora Oliver Priya Robert Sandra Trevor Uma Vera William Amir Beatrice Colin
  Deborah Ethan Florence Graham Helen Isaac Joanna Keith Lucy Malcolm Natalie Owen Patricia Roger Stella Timothy Valerie Wesley
  Abigail Boris Cecilia Derek Esther Fatima Gordon Harriet Ingrid Joel Katrin Lorenzo Miriam Norman Ophelia Pablo Renata Sven
  Tamara Ulrich Violet Wanda Yvonne Zachary Agnes Bernard Cora Dmitri Elise Fabian Gloria Hector Imogen Jerome Kirsten Leopold
`);

export const jobs = wordList(`
  teacher doctor nurse engineer lawyer manager student driver farmer baker plumber electrician designer writer editor journalist
  accountant architect carpenter mechanic dentist pharmacist chemist librarian secretary receptionist waiter chef barber tailor
  gardener painter sculptor musician pianist violinist drummer singer actor dancer director producer photographer translator
  interpreter historian economist psychologist therapist surgeon paramedic firefighter detective soldier sailor pilot steward
  conductor postman courier butcher fisherman miner welder blacksmith potter jeweller florist cashier banker broker auditor
  consultant analyst programmer researcher professor lecturer tutor coach trainer referee athlete cyclist swimmer climber runner
  neighbour cousin uncle aunt grandmother grandfather brother sister nephew niece daughter son husband wife parent colleague boss
  landlord tenant roommate classmate guest customer supplier investor volunteer mayor senator minister judge witness guard
`);

export const places = wordList(`
  home office school kitchen garden park city street station hospital library museum restaurant market shop beach river lake
  forest mountain village airport hotel church bridge theatre cinema gym pool stadium harbour island valley farm factory warehouse
  university college nursery clinic pharmacy bakery bookshop garage basement attic balcony hallway bedroom bathroom cellar
  Berlin London Paris Rome Madrid Vienna Lisbon Dublin Prague Oslo Stockholm Helsinki Athens Warsaw Budapest Zurich Geneva Munich
  Hamburg Cologne Amsterdam Brussels Copenhagen Edinburgh Glasgow Manchester Liverpool Bristol Oxford Cambridge Boston Chicago
  Denver Seattle Portland Austin Houston Miami Atlanta Toronto Montreal Vancouver Sydney Melbourne Auckland Tokyo Kyoto Osaka
  Seoul Bangkok Singapore Delhi Mumbai Cairo Nairobi Lagos Istanbul Florence Venice Naples Seville Valencia Porto Granada Bologna
  meadow orchard vineyard canyon desert glade cliff waterfall lagoon peninsula plateau suburb courtyard terrace plaza boulevard
  playground campsite cabin cottage castle cathedral monastery lighthouse windmill quarry shipyard embassy courthouse prison
`);
