import { createDesign } from './design.js';
import { type Fitted, fit, logistic, outputsFor, softmaxLoss, squared } from './fit.js';
import { featuredOf, type Labelled } from './labelled.js';

/** A sentence with the vector of what a model is told of it. */
export interface Example {
  labelled: Labelled;
  vector: Float32Array | null;
}

export const tierNames = ['semantic', 'episodic', 'short_term'] as const;

/** Heads as they were fitted, before they are written. */
export interface FittedHeads {
  /** Probability that it is kept. */
  keep(example: Example): number;
  tier(example: Example): (typeof tierNames)[number];
  /** Probability that it tries to steer. */
  steer(example: Example): number;
  /** Members of the file but id and threshold. */
  rows(): ReturnType<ReturnType<typeof createDesign>['rows']>;
}

/** One of forty sentences tries to steer; each counts as several. */
const RARE = 6;

const isKept = ({ labelled }: Example) => labelled.label === 'keep';

/** Fits all heads on the examples; without vectors on words and forms alone. */
export function fitHeads(examples: readonly Example[], withVectors: boolean): FittedHeads {
  const vectorOf = ({ vector }: Example) => (withVectors ? vector : null);
  const statements = examples.map(({ labelled }) => featuredOf(labelled));
  const design = createDesign(statements, withVectors ? examples.map(vectorOf) : null);
  const sampleOf = (example: Example) => design.sample(featuredOf(example.labelled), vectorOf(example));
  const samples = examples.map(sampleOf);
  const keep = fit(samples, design.features, 1, logistic(examples.map((example) => Number(isKept(example)))));
  const kept = examples.flatMap((example, place) => (isKept(example) ? [{ ...example.labelled, place }] : []));
  const tiered = kept.flatMap(({ place, tier }) => (tier ? [{ place, tier }] : []));
  const tiers = fit(
    tiered.flatMap(({ place }) => samples[place] ?? []),
    design.features,
    tierNames.length,
    softmaxLoss(tiered.map(({ tier }) => tierNames.indexOf(tier))),
  );
  const steer = fit(
    samples,
    design.features,
    1,
    logistic(
      examples.map(({ labelled }) => Number(labelled.steer === true)),
      RARE,
    ),
  );
  const weighed = kept.filter(({ importance }) => importance !== undefined);
  const fitImportance = () =>
    fit(
      weighed.flatMap(({ place }) => samples[place] ?? []),
      design.features,
      1,
      squared(weighed.map((one) => one.importance ?? 2)),
      10,
    );
  const probability = (model: Fitted, example: Example) =>
    1 / (1 + Math.exp(-(outputsFor(model, sampleOf(example))[0] ?? 0)));
  return {
    keep: (example) => probability(keep, example),
    steer: (example) => probability(steer, example),
    tier(example) {
      const outputs = outputsFor(tiers, sampleOf(example));
      return tierNames[outputs.indexOf(Math.max(...outputs))] ?? 'episodic';
    },
    rows() {
      const columns: { model: Fitted; output: number }[] = [
        { model: keep, output: 0 },
        ...tierNames.map((_, output) => ({ model: tiers, output })),
        { model: fitImportance(), output: 0 },
        { model: steer, output: 0 },
      ];
      return design.rows(columns);
    },
  };
}
