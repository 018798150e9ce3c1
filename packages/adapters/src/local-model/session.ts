import { meanOf, unit } from './pooling.js';

/** What this adapter uses of `onnxruntime-node`. */
type Runtime = typeof import('onnxruntime-node');

/** Ids of one text to its vector of unit length and the model's own dimensions; null where the model makes nothing of them. */
export type Infer = (ids: readonly number[]) => Promise<Float32Array | null>;

const tensorsOf = ({ Tensor }: Runtime, ids: readonly number[]) => {
  const shape = [1, ids.length];
  const filled = (value: bigint) => new Tensor('int64', new BigInt64Array(ids.length).fill(value), shape);
  return {
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: filled(1n),
    token_type_ids: filled(0n),
  };
};

/**
 * Loads a model of BERT's kind for one thread. One text at a time: activations are quantised over what is in a run, so that a
 * text's vector would depend on its neighbours, and padding costs more than it gains. Rejects where the runtime is
 * missing, is not made for this machine, or does not know the file as a model.
 */
export async function createSession(modelPath: string): Promise<Infer> {
  // Loaded here and not above: it is an optional package, and its native part may not fit the machine.
  const runtime: Runtime = await import('onnxruntime-node');
  const session = await runtime.InferenceSession.create(modelPath, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  return async (ids) => {
    const { last_hidden_state: states } = await session.run(tensorsOf(runtime, ids));
    if (!(states?.data instanceof Float32Array)) throw new Error('the model gives no last_hidden_state');
    return unit(meanOf(states.data, states.dims[2] ?? states.data.length));
  };
}
