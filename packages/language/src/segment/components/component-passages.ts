import { sentencesOf } from '../layout/sentences.js';
import type { Passage } from '../layout/passages.js';
import type { ReadPart } from '../turns.js';
import { type Component, componentsOf, type Property } from './content-lines.js';
import { type Telling, tellings, told } from './in-words.js';

const passage = ({ place }: Property, turn: number, said: string): Passage => ({
  ...place,
  ...{ kind: 'row' as const, speaker: null, turn, heading: null, said },
});

/** What programs write below the words of people. */
const below = /_{10,}[\s\S]*$/;

const passagesIn = (component: Component, telling: Telling, turn: number): Passage[] => {
  const title = component.properties.find(({ name }) => name === telling.title);
  const line = told(component, telling);
  if (!title || line === null) return [];
  const prose = component.properties.filter(({ name, value }) => name === telling.prose && value !== '');
  const sentences = prose.flatMap((property) =>
    sentencesOf(property.value.replace(below, '')).map((sentence) => passage(property, turn, `${title.value}: ${sentence}`)),
  );
  return [passage(title, turn, line), ...sentences];
};

/** What calendars and contacts say in words: a line for each event and person, and the sentences of its notes. Null for any other text. */
export function readComponents(text: string): ReadPart | null {
  const components = componentsOf(text);
  if (components === null) return null;
  const passages = components.flatMap((component, turn) => {
    const telling = tellings[component.kind];
    return telling ? passagesIn(component, telling, turn) : [];
  });
  return { masked: text, passages: passages.sort((first, second) => first.start - second.start) };
}
