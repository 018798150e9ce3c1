/** A sample as the places and values of what is not zero. */
export interface Sample {
  places: Int32Array;
  values: Float64Array;
}

/** What is to be fitted: one column of weights and a bias for each output. */
export interface Fitted {
  bias: Float64Array;
  /** By feature, then output. */
  weights: Float64Array;
  outputs: number;
}

/** Gives the derivative of the loss by the outputs of a sample, in place of the outputs. */
export type Loss = (outputs: Float64Array, sample: number) => void;

/** Of one class among several, by its place. */
export const softmaxLoss =
  (wanted: readonly number[]): Loss =>
  (outputs, sample) => {
    let [most, sum] = [Number.NEGATIVE_INFINITY, 0];
    for (let place = 0; place < outputs.length; place += 1) most = Math.max(most, outputs[place] as number);
    for (let place = 0; place < outputs.length; place += 1) {
      outputs[place] = Math.exp((outputs[place] as number) - most);
      sum += outputs[place] as number;
    }
    for (let place = 0; place < outputs.length; place += 1) {
      outputs[place] = (outputs[place] as number) / sum - Number(wanted[sample] === place);
    }
  };

const STEPS = 150;
const RATE = 0.08;
const [FIRST, SECOND] = [0.9, 0.98];

// These run hundreds of millions of times: indices are within bounds, which the compiler cannot see.
const outputsOf = ({ bias, weights, outputs }: Fitted, { places, values }: Sample, into: Float64Array): void => {
  into.set(bias);
  for (let at = 0; at < places.length; at += 1) {
    const row = (places[at] as number) * outputs;
    const value = values[at] as number;
    for (let output = 0; output < outputs; output += 1) {
      into[output] = (into[output] as number) + value * (weights[row + output] as number);
    }
  }
};

const addSlopes = (slopes: Float64Array, derivatives: Float64Array, { places, values }: Sample): void => {
  const outputs = derivatives.length;
  for (let at = 0; at < places.length; at += 1) {
    const row = (places[at] as number) * outputs;
    const value = values[at] as number;
    for (let output = 0; output < outputs; output += 1) {
      slopes[row + output] = (slopes[row + output] as number) + value * (derivatives[output] as number);
    }
  }
};

/** Moves numbers against their slopes: one step of Adam (Kingma and Ba 2015, algorithm 1). */
function createAdam(size: number) {
  const [mean, spread] = [new Float64Array(size), new Float64Array(size)];
  return (numbers: Float64Array, slopes: Float64Array, step: number, rate: number): void => {
    const [first, second] = [1 - FIRST ** step, 1 - SECOND ** step];
    for (let place = 0; place < size; place += 1) {
      const slope = slopes[place] as number;
      mean[place] = FIRST * (mean[place] as number) + (1 - FIRST) * slope;
      spread[place] = SECOND * (spread[place] as number) + (1 - SECOND) * slope * slope;
      numbers[place] =
        (numbers[place] as number) -
        (rate * ((mean[place] as number) / first)) / (Math.sqrt((spread[place] as number) / second) + 1e-8);
    }
  };
}

/**
 * Linear outputs of least loss over the samples with ridge `strength` on the weights, by whole batches, with a rate that falls to
 * zero, from zero weights: the same samples give the same weights.
 */
export function fit(samples: readonly Sample[], features: number, outputs: number, loss: Loss, strength = 1): Fitted {
  const size = features * outputs;
  const model: Fitted = { bias: new Float64Array(outputs), weights: new Float64Array(size), outputs };
  const slopes = { weights: new Float64Array(size), bias: new Float64Array(outputs) };
  const step = { weights: createAdam(size), bias: createAdam(outputs) };
  const derivatives = new Float64Array(outputs);
  for (let number = 1; number <= STEPS; number += 1) {
    slopes.weights.set(model.weights.map((weight) => strength * weight));
    slopes.bias.fill(0);
    samples.forEach((sample, place) => {
      outputsOf(model, sample, derivatives);
      loss(derivatives, place);
      addSlopes(slopes.weights, derivatives, sample);
      for (let output = 0; output < outputs; output += 1) {
        slopes.bias[output] = (slopes.bias[output] as number) + (derivatives[output] as number);
      }
    });
    const rate = RATE * 0.5 * (1 + Math.cos((Math.PI * number) / STEPS));
    step.weights(model.weights, slopes.weights, number, rate);
    step.bias(model.bias, slopes.bias, number, rate);
  }
  return model;
}

/** What a fitted model gives for a sample. */
export function outputsFor(model: Fitted, sample: Sample): Float64Array {
  const into = new Float64Array(model.outputs);
  outputsOf(model, sample, into);
  return into;
}
