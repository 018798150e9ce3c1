import { HIDDEN, hideBehind, readable, type Span, trimSpan } from '../../spans.js';
import type { Passage } from '../layout/passages-of.js';
import { sentencesIn } from '../layout/sentences.js';
import type { ReadPart } from '../turns.js';
import { type Component, componentsOf, type Property } from './content-lines.js';
import { type Telling, tellings, told } from './in-words.js';

const passage = (place: Span, turn: number, said: string): Passage => ({
  ...{ start: place.start, end: place.end, said, turn },
  ...{ kind: 'row' as const, speaker: null, heading: null },
});

/** What programs write below the words of people begins with a ruler. */
const wordsOf = (text: string): string => {
  const ruler = text.indexOf('_'.repeat(10));
  return ruler < 0 ? text : text.slice(0, ruler);
};

/** As long as it was, with folds and escapes hidden (RFC 5545 and 6350, sections 3.1 and 3.3.11). */
const withoutEscapes = (text: string): string =>
  text
    .replace(/\r?\n[ \t]/g, (fold) => HIDDEN.repeat(fold.length))
    .replace(/\\([nN,;:\\])/g, (signs, sign: string) => hideBehind(signs, /n/i.test(sign) ? '\n' : sign));

/** The lines around the title between which nothing is told in sentences: what its line says, or nearly. */
function placeOf({ properties, place }: Component, title: Property, prose: readonly Property[]): Span {
  const before = prose.filter((property) => property.place.end <= title.place.start).at(-1);
  const after = prose.find((property) => property.place.start >= title.place.end);
  const next = before && properties[properties.indexOf(before) + 1];
  return { start: next?.line ?? place.start, end: after?.line ?? place.end };
}

const proseOf = (masked: string, title: Property, { place, value }: Property, turn: number): Passage[] => {
  const length = wordsOf(masked.slice(place.start, place.end)).length;
  const whole = { ...passage(place, turn, ''), end: place.start + length };
  return value === ''
    ? []
    : sentencesIn(masked, whole).map((span) =>
        passage(span, turn, `${title.value}: ${readable(masked.slice(span.start, span.end))}`),
      );
};

const passagesIn = (masked: string, component: Component, telling: Telling, turn: number): Passage[] => {
  const title = component.properties.find(({ name }) => name === telling.title);
  const line = told(component, telling);
  if (!title || line === null) return [];
  const prose = component.properties.filter(({ name, value }) => name === telling.prose && value !== '');
  const sentences = prose.flatMap((property) => proseOf(masked, title, property, turn));
  return [passage(trimSpan(masked, placeOf(component, title, prose)), turn, line), ...sentences];
};

/** What calendars and contacts say in words: a line for each event and person, and the sentences of its notes. Null for any other text. */
export function readComponents(text: string): ReadPart | null {
  const components = componentsOf(text);
  if (components === null) return null;
  const masked = withoutEscapes(text);
  const passages = components.flatMap((component, turn) => {
    const telling = tellings[component.kind];
    return telling ? passagesIn(masked, component, telling, turn) : [];
  });
  return { masked, passages: passages.sort((first, second) => first.start - second.start) };
}
