import { fileURLToPath } from 'node:url';

/** The folder that comes with this package. Both `src` and `dist` lie beside `models`. */
export const shippedModel = fileURLToPath(new URL('../../models/e5-small-v2/', import.meta.url));

/** The folder of the model that judges pairs, beside it; its vocabulary is the same. */
export const shippedPairModel = fileURLToPath(new URL('../../models/pairs-e5-small/', import.meta.url));

/** Names of the model's files in their folder. */
export const modelFiles = {
  model: 'model-int8.onnx',
  /** An entry a line, the first has id 0. */
  vocabulary: 'vocabulary.txt',
  reduction: 'reduction.bin',
} as const;
