import { describe, expect, it } from 'vitest';
import type { TenantId } from '../schemas/common.js';
import { dot } from '../text/terms.js';
import {
  addedBy,
  askingPriors,
  distinctTermIds,
  knownSpeaker,
  lengthPrior,
  namedSpeaker,
  periodsOf,
  speakersIn,
  withPriors,
} from './lexical.js';

const tenant = 'choir' as TenantId;
const none = { indices: [], values: [] };
const nothing = { speaker: null, periods: [] };
const occurredAt = new Date('2026-05-03T23:30:00Z');
const memory = (content: string, speaker: string | null = null) => ({ content, speaker, occurredAt });
const termsOf = (text: string) => distinctTermIds(text);

describe('what speaks for a memory', () => {
  it('is the logarithm of its words, up to sixty-four', () => {
    expect(lengthPrior('Hi!')).toBe(0);
    expect(lengthPrior('eight words are half of what there is')).toBeCloseTo(0.5, 9);
    for (const words of [64, 65, 9000]) expect(lengthPrior('word '.repeat(words))).toBe(1);
  });

  it('is found by the dot product, the same that is explained', () => {
    const speaker = knownSpeaker(tenant, 'Anwen Pritchard');
    const named = { speaker, periods: ['-05', '2026-05-03'] };
    for (const each of [
      memory('I sing alto.', 'anwen PRITCHARD'),
      memory('Rehearsal was moved.'),
      memory('x', 'Huw'),
    ]) {
      const asked = askingPriors(none, tenant, { named, share: 0.4 });
      const { length, speaker: said, time } = addedBy(tenant, each, named);
      expect(0.4 * dot(asked, withPriors(none, tenant, each))).toBeCloseTo(length + said + time, 9);
    }
    expect(addedBy(tenant, memory('I sing alto.', 'Anwen Pritchard'), named).speaker).toBe(0.16);
    expect(addedBy(tenant, memory('I sing alto.', 'Anwen'), named).speaker).toBe(0);
  });

  it('is about whomever it names, where nobody is known to have said it', () => {
    const named = { speaker: knownSpeaker(tenant, 'Anwen'), periods: [] };
    expect(addedBy(tenant, memory('Soo-Jin gave Anwen Pritchard the keys.'), named).speaker).toBe(0.16);
    expect(addedBy(tenant, memory('Soo-Jin gave Anwen the keys.', 'Huw'), named).speaker).toBe(0);
    const list = 'Ann Bea Cal Dee Eve Fay Gus Hal Ivy Anwen';
    expect(addedBy(tenant, memory(list), named).speaker).toBe(0);
    expect(addedBy(tenant, memory('Anwen'), nothing)).toEqual({ length: 0, speaker: 0, time: 0 });
  });

  it('names nobody by a run of names that is longer than any speaker has, and somebody by its words', () => {
    const said = (name: string, content: string) =>
      addedBy(tenant, memory(content), { speaker: knownSpeaker(tenant, name), periods: [] }).speaker;
    const longest = Array.from({ length: 32 }, () => 'Anwe Hu').join(' ');
    expect(said(longest, `${longest}.`)).toBe(0.16);
    const longer = Array.from({ length: 10_000 }, () => 'Anwen').join(' ');
    expect(said(longer, longer)).toBe(0);
    expect(said('Anwen', longer)).toBe(0.16);
  });

  it('belongs to its tenant', () => {
    const asked = askingPriors(none, 'other' as TenantId, { named: nothing, share: 0.5 });
    expect(dot(asked, withPriors(none, tenant, memory('Some words of a memory.')))).toBe(0);
  });

  it('is of its day, its month and its year, and of those of every year', () => {
    expect(periodsOf(occurredAt)).toEqual(['2026-05-03', '--05-03', '2026-05', '--05', '2026']);
  });
});

describe('the speaker that a question names', () => {
  const speakers = ['Maria Lopez', 'Maria Diaz', 'Tom'].map((name) => knownSpeaker(tenant, name));
  it.each<[string, string | null]>([
    ['What does Tom like?', 'Tom'],
    ["What is tom's favourite tea?", 'Tom'],
    ['Where does Lopez live?', 'Maria Lopez'],
    ['Where does Maria Lopez live?', 'Maria Lopez'],
    ['Where does Maria live?', null],
    ['Do Tom and Diaz know each other?', null],
    ['What is the tea called?', null],
  ])('%s', (question, expected) => {
    const named = namedSpeaker(termsOf(question), speakers);
    expect(named).toEqual(expected === null ? null : knownSpeaker(tenant, expected));
  });
});

describe('the assistant is named', () => {
  const speakers = ['assistant', 'Mara'].map((name) => knownSpeaker(tenant, name));
  it.each([
    ['What did the assistant recommend?', 'assistant'],
    ["What was the Assistant's advice?", 'assistant'],
    ['Who assisted on Monday?', null],
    ['Who assisted Mara?', 'Mara'],
  ])('%s', (question, expected) => {
    const named = namedSpeaker(termsOf(question), speakersIn(tenant, question, speakers));
    expect(named).toEqual(expected === null ? null : knownSpeaker(tenant, expected));
  });
});
