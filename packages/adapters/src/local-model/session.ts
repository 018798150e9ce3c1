import type { Tensor } from 'onnxruntime-node';
import { meanOf, unit } from './pooling.js';

/** What this adapter uses of `onnxruntime-node`. */
type Runtime = typeof import('onnxruntime-node');

/** Ids of one text to its vector of unit length and the model's own dimensions; null where the model makes nothing of them. */
export type Infer = (ids: readonly number[]) => Promise<Float32Array | null>;

/** Of one text without padding: whatever else a model asks for besides its ids is the same for all of them. */
const given: Record<string, (id: number) => number> = {
  input_ids: (id) => id,
  attention_mask: () => 1,
  token_type_ids: () => 0,
};

/** A model that is loaded, and what it takes. */
export interface OpenModel {
  /** By the names of its inputs and outputs. */
  run(inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  tensor(values: readonly number[], shape: readonly number[]): Tensor;
  inputs: readonly string[];
}

/**
 * Loads a model for one thread. Rejects where the runtime is missing, is not made for this machine, or does not know the file as a
 * model.
 */
export async function openModel(modelPath: string): Promise<OpenModel> {
  // Loaded here and not above: it is an optional package, and its native part may not fit the machine.
  const { InferenceSession, Tensor }: Runtime = await import('onnxruntime-node');
  const session = await InferenceSession.create(modelPath, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  return {
    run: (inputs) => session.run(inputs),
    tensor: (values, shape) => new Tensor('int64', BigInt64Array.from(values, BigInt), shape),
    inputs: session.inputNames,
  };
}

/** What a model gives for tokens, by the names of its outputs. */
type Run = (ids: readonly number[]) => Promise<Record<string, Tensor>>;

/**
 * Loads a model of BERT's kind for one thread. One text at a time: activations are quantised over what is in a run, so that a
 * text's vector would depend on its neighbours, and padding costs more than it gains. Rejects as `openModel` does.
 */
async function open(modelPath: string): Promise<Run> {
  const { run, tensor, inputs } = await openModel(modelPath);
  return (ids) =>
    run(Object.fromEntries(inputs.map((name) => [name, tensor(ids.map(given[name] ?? (() => 0)), [1, ids.length])])));
}

/** A model that gives a state for each token. Rejects as `open` does. */
export async function createSession(modelPath: string): Promise<Infer> {
  const run = await open(modelPath);
  return async (ids) => {
    const { last_hidden_state: states } = await run(ids);
    if (!(states?.data instanceof Float32Array)) throw new Error('the model gives no last_hidden_state');
    return unit(meanOf(states.data, states.dims[2] ?? states.data.length));
  };
}

/** Tokens of two texts to a probability for each of the classes of an output. */
export type InferClasses = (ids: readonly number[], output: string) => Promise<Float32Array>;

/** Of numbers that may be of any size. */
const softmax = (values: Float32Array): Float32Array => {
  const most = Math.max(...values);
  const raised = values.map((value) => Math.exp(value - most));
  const sum = raised.reduce((total, value) => total + value, 0);
  return raised.map((value) => value / sum);
};

/** A model that gives a number for each class of each of its outputs. Rejects as `open` does. */
export async function createClassifier(modelPath: string): Promise<InferClasses> {
  const run = await open(modelPath);
  return async (ids, output) => {
    const classes = (await run(ids))[output];
    if (!(classes?.data instanceof Float32Array)) throw new Error(`the model gives no ${output}`);
    return softmax(classes.data);
  };
}
