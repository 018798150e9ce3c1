import { activities, moments, verbs } from './words-actions.js';
import { adjectives, feelings, topics } from './words-ideas.js';
import { jobs, names, places } from './words-people.js';
import { animals, foods, things } from './words-things.js';
import { unusedWords } from './words-unused.js';
import { createZipf } from './zipf.js';

const lists = {
  activity: activities,
  adjective: adjectives,
  animal: animals,
  feeling: feelings,
  food: foods,
  job: jobs,
  moment: moments,
  name: names,
  place: places,
  thing: things,
  topic: topics,
  verb: verbs,
  unused: unusedWords,
};

const draws = new Map(
  Object.entries(lists).map(([slot, words]): [string, (random: () => number) => string] => {
    const draw = createZipf(words.length);
    return [slot, (random) => words[draw(random)] ?? ''];
  }),
);

/** Puts a word of its list into each `{slot}`. */
export const fill = (template: string, random: () => number): string =>
  template.replaceAll(/\{(\w+)\}/g, (_all, slot: string) => {
    const draw = draws.get(slot);
    if (!draw) throw new Error(`no list of words is named ${slot}`);
    return draw(random);
  });

export const memoryTemplates = [
  '{name} wants to {verb} the {adjective} {thing} before {moment}.',
  '{name} met the {job} from {place} and they talked about {topic}.',
  'I felt {feeling} after {activity} with {name} in {place} last {moment}.',
  'My {job} keeps a {adjective} {animal} and a {thing} near the {place}.',
  'We had {adjective} {food} with {food} at the {place} on {moment}.',
  '{name} works as a {job} in {place} and likes {activity}.',
  'The {thing} in the {place} is {adjective}, so {name} decided to {verb} it.',
  'Remember that {name} is allergic to {food} and prefers {food}.',
  'On {moment} the {job} asked me to {verb} the {thing} and {verb} the {thing}.',
  '{name} is {feeling} about {topic} since the trip to {place}.',
  'Our {topic} about {topic} starts in {moment}; {name} will lead it.',
  'The {adjective} {animal} of {name} ran through the {place} again.',
  'I promised {name} a {adjective} {thing} for {moment}.',
  '{name} gave up {activity} because of {topic} and now enjoys {activity}.',
  'In {place} I saw a {adjective} {thing} that {name} would love.',
  'The {job} said the {topic} was {adjective} and the {topic} needs more time.',
];

export const matchingTemplates = [
  'What did {name} say about {topic}?',
  'Who wants to {verb} the {adjective} {thing}?',
  'Where did we have {food} with {name}?',
  'Which {animal} does {name} keep near the {place}?',
  'Why is {name} {feeling} about {topic}?',
  'When did the {job} {verb} the {thing}?',
  'Does {name} like {activity} in {place}?',
  'What happened to the {adjective} {thing} in {place}?',
];

export const unusedTemplates = [
  'What about the {unused} and the {unused}?',
  'Which {unused} was under the {unused}?',
  'Why was the {unused} above a {unused}?',
  'How did the {unused} do it: with {unused} or {unused}?',
];
