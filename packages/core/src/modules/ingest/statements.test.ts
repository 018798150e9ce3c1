import { nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import { expect, it } from 'vitest';
import { contentHash } from '../memories/normalise.js';
import { comparablesOf, statementTexts, type Told } from './statements.js';

const content = 'Mara: I live in Oslo. I work at Acme.';
const places = [
  { start: 0, end: 21 },
  { start: 22, end: 37 },
];
const { statements: _none, language: _language, marks: _marks, ...nothing } = nothingRead;
const livesIn = { subject: 'mara', attribute: 'lives_in', value: 'oslo', polarity: true, single: true };
const reading: TextReading = {
  ...nothingRead,
  statements: places.map((place, at) => ({
    ...nothing,
    ...place,
    slots: at === 0 ? [livesIn] : [],
    stems: [`s${at}`],
  })),
};

const told = (over: Partial<Told> = {}): Told => ({
  ...{ content, hash: contentHash(content), speaker: 'Mara', self: 'self:mara', aliases: new Set<string>() },
  ...over,
});

it('are the words that vectors are made of; all of a text where it is one', () => {
  expect(statementTexts(content, reading)).toEqual(['Mara: I live in Oslo.', 'I work at Acme.']);
  expect(statementTexts(content, nothingRead)).toEqual([content]);
});

it('are compared one by one, without the name before them, each with its own vector', () => {
  const vectors = [Float32Array.of(1), Float32Array.of(2)];
  const comparables = comparablesOf(told(), reading, vectors);
  expect(comparables).toMatchObject([
    { content: 'I live in Oslo.', part: places[0], hash: contentHash('Mara: I live in Oslo.'), vector: vectors[0] },
    { content: 'I work at Acme.', part: places[1], hash: contentHash('I work at Acme.'), vector: vectors[1] },
  ]);
  for (const { speaker, self } of comparables) expect([speaker, self]).toEqual(['Mara', 'self:mara']);
  expect(comparables.map(({ reading: { slots }, stems }) => [slots.length, [...stems]])).toEqual([
    [1, ['s0']],
    [0, ['s1']],
  ]);
});

it('are the whole text where it has no parts', () => {
  const whole = 'Mara: I sail.';
  const given = told({ content: whole, hash: contentHash(whole) });
  expect(comparablesOf(given, nothingRead, [])).toMatchObject([
    { content: 'I sail.', part: null, hash: contentHash(whole), vector: null },
  ]);
});

it('say of oneself what is said of a name that one goes by', () => {
  const [first] = comparablesOf(told({ aliases: new Set(['mara']) }), reading, []);
  expect(first?.reading.slots).toEqual([{ ...livesIn, subject: 'self:mara' }]);
});

it('have another key with another speaker, another self, and with a vector', () => {
  const keyed = (over: Partial<Told>, vectors: (Float32Array | null)[] = []) =>
    comparablesOf(told(over), nothingRead, vectors)[0]?.key;
  const keys = [keyed({}), keyed({ speaker: 'Ben' }), keyed({ self: 'self:ben' }), keyed({}, [Float32Array.of(1)])];
  expect(new Set(keys).size).toBe(4);
  expect(keyed({})).toBe(keyed({}));
});
