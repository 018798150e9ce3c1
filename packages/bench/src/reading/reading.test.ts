import { type Heads, headNames, readHeads, scoresOf } from '@hippocamp/runtime/reading-parts';
import { describe, expect, it } from 'vitest';
import { byAuthor, byTopic, crossValidated, type Judged, ratesOf, thresholdFor } from './cross-validation.js';
import { createDesign } from './design.js';
import { fit, logistic, outputsFor, type Sample, softmaxLoss, squared } from './fit.js';
import { type Example, fitHeads } from './heads.js';
import { featuredOf, type Labelled } from './labelled.js';

const sampleOf = (...values: number[]): Sample => ({
  places: Int32Array.from(values, (_, place) => place),
  values: Float64Array.from(values),
});

describe('fitting', () => {
  const samples = [sampleOf(2, 1), sampleOf(3, -1), sampleOf(-2, 1), sampleOf(-3, -1)];

  it('finds the direction that separates', () => {
    const model = fit(samples, 2, 1, logistic([1, 1, 0, 0]), 0.01);
    const [along = 0, across = 0] = model.weights;
    expect(along).toBeGreaterThan(10 * Math.abs(across));
    expect(samples.map((sample) => (outputsFor(model, sample)[0] ?? 0) > 0)).toEqual([true, true, false, false]);
  });

  it('tells classes apart', () => {
    const three = [sampleOf(1, 0, 0), sampleOf(0, 1, 0), sampleOf(0, 0, 1)];
    const model = fit(three, 3, 3, softmaxLoss([2, 0, 1]), 0.01);
    const best = three.map((sample) => outputsFor(model, sample)).map((all) => all.indexOf(Math.max(...all)));
    expect(best).toEqual([2, 0, 1]);
  });

  it('comes near numbers', () => {
    const model = fit([sampleOf(0), sampleOf(1)], 1, 1, squared([1, 3]), 0.001);
    expect(outputsFor(model, sampleOf(0))[0]).toBeCloseTo(1, 1);
    expect(outputsFor(model, sampleOf(1))[0]).toBeCloseTo(3, 1);
  });

  it('gives the same weights for the same samples, smaller ones for more ridge', () => {
    const weightsOf = (strength: number) => fit(samples, 2, 1, logistic([1, 1, 0, 0]), strength).weights;
    expect(weightsOf(1)).toEqual(weightsOf(1));
    expect(weightsOf(10)[0]).toBeLessThan(weightsOf(1)[0] ?? 0);
  });
});

const tiers = ['semantic', 'episodic', 'short_term'] as const;
const facts = [
  'My sister lives in Oslo',
  'I sold my bike on Monday',
  'My bus is late today',
  'My sister sold the bike',
];
const noise = ['Thanks a lot', 'Is the bus late?', 'Thanks, that is great', 'What is on today?'];

const exampleOf = (text: string, isFact: boolean, place: number): Example => {
  const { tier, importance } = { tier: tiers[place % 3] ?? 'semantic', importance: 1 + (place % 3) };
  const said = isFact ? ({ label: 'keep', tier, importance } as const) : ({ label: 'noise' } as const);
  const labelled: Labelled = {
    text,
    source: 'chat',
    kind: 'event',
    topic: text,
    author: 'ABC'[place % 3] ?? 'A',
    ...said,
  };
  const angle = place + Number(isFact) * 0.3;
  return { labelled, vector: Float32Array.of(Math.cos(angle), Math.sin(angle), 0) };
};

/** Each several times, so that their words are often enough to be learned. */
const examples = [0, 1, 2].flatMap((turn) => [
  ...facts.map((text, place) => exampleOf(`${text}${'!'.repeat(turn)}`, true, place + turn)),
  ...noise.map((text, place) => exampleOf(`${text}${'!'.repeat(turn)}`, false, place + turn)),
]);

const headsOf = (withVectors: boolean): Heads =>
  readHeads(JSON.stringify({ id: 'test', threshold: 0.5, steering: 0.9, ...fitHeads(examples, withVectors).rows() }));

describe.each([true, false])('heads as they are written, with vectors: %s', (withVectors) => {
  it('say what they said before, but for what rounding takes', () => {
    const [fitted, written] = [fitHeads(examples, withVectors), headsOf(withVectors)];
    for (const example of examples) {
      const scores = scoresOf(written, featuredOf(example.labelled), withVectors ? example.vector : null);
      expect(scores.keep).toBeCloseTo(fitted.keep(example), 1.7);
      expect(scores.steer).toBeCloseTo(fitted.steer(example), 1.7);
      const tier = fitted.tier(example);
      expect(scores.tiers[tier]).toBeGreaterThan(Math.max(...Object.values(scores.tiers)) - 0.02);
    }
  });

  it('are the same each time', () => expect(headsOf(withVectors)).toEqual(headsOf(withVectors)));
});

describe('a design', () => {
  const statements = examples.map(({ labelled }) => featuredOf(labelled));

  it('gives its rows the outputs of its samples', () => {
    const design = createDesign(statements, null);
    const samples = statements.map((statement) => design.sample(statement, null));
    const model = fit(samples, design.features, 1, squared(statements.map((_, place) => 1 + (place % 3))));
    const rows = design.rows(headNames.map(() => ({ model, output: 0 })));
    const heads = readHeads(JSON.stringify({ id: 'test', threshold: 0.5, steering: 0.9, ...rows }));
    for (const [place, statement] of statements.entries()) {
      const output = outputsFor(model, samples[place] ?? sampleOf())[0] ?? 0;
      expect(scoresOf(heads, statement, null).importance).toBeCloseTo(Math.min(3, Math.max(1, output)), 1.7);
    }
  });

  it('knows no word of fewer than three sentences', () => {
    const { words } = createDesign(statements, null).rows(
      headNames.map(() => ({ model: fit([], createDesign(statements, null).features, 1, squared([])), output: 0 })),
    );
    expect(Object.keys(words)).toContain('sister');
    expect(createDesign(statements.slice(0, 8), null).features).toBeLessThan(createDesign(statements, null).features);
  });

  it('wants a column for each head', () => {
    const design = createDesign(statements, null);
    expect(() => design.rows([])).toThrow(/columns/);
  });
});

describe('cross-validation', () => {
  it('judges each sentence once, by heads that know nothing of its author', () => {
    const parts: string[] = [];
    const judged = crossValidated(examples, byAuthor, false, (part) => parts.push(part));
    expect(parts).toEqual(['A', 'B', 'C']);
    expect(new Set(judged.map(({ example }) => example))).toEqual(new Set(examples));
    const others = fitHeads(
      examples.filter(({ labelled }) => labelled.author !== 'A'),
      false,
    );
    const [first] = judged;
    expect(first && others.keep(first.example)).toBe(first?.keep);
  });

  it('keeps the topics of an author together', () => {
    for (const one of examples) {
      const same = { ...one, labelled: { ...one.labelled, text: 'Something else' } };
      expect(byTopic(same)).toBe(byTopic(one));
    }
  });

  it('counts what is kept from a threshold on', () => {
    const judgedAs = (label: Labelled['label'], keep: number, tier = 'semantic'): Judged => {
      const labelled: Labelled = {
        text: '',
        source: 'chat',
        label,
        tier: 'semantic',
        kind: '',
        topic: '',
        author: 'A',
      };
      return { example: { labelled, vector: null }, keep, tier, steer: 0 };
    };
    const facts = [0.9, 0.8, 0.6, 0.2].map((keep, place) =>
      judgedAs('keep', keep, place === 0 ? 'episodic' : 'semantic'),
    );
    const all = [...facts, judgedAs('noise', 0.7), judgedAs('noise', 0.1)];
    expect(thresholdFor(all, 0.75)).toBe(0.6);
    expect(ratesOf(all, 0.6)).toEqual({ facts: 0.75, noise: 0.5, tiers: 0.75 });
  });
});
