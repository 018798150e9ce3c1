import { fileURLToPath } from 'node:url';

/** The folder that comes with this package. Both `src` and `dist` lie beside `models`. */
export const shippedModel = fileURLToPath(new URL('../../models/e5-small-v2/', import.meta.url));

/** The folder of the model that reads two texts together, beside it; its vocabulary is the same. */
export const shippedReader = fileURLToPath(new URL('../../models/reader-mpnet/', import.meta.url));

/** Its files: how it computes, and the weights, in files of less than 100 MB each. The first names the others. */
export const readerFiles = ['model.onnx', 'embeddings.bin', 'layers.bin'] as const;

/** Names of the model's files in their folder. */
export const modelFiles = {
  model: 'model-int8.onnx',
  /** An entry a line, the first has id 0. */
  vocabulary: 'vocabulary.txt',
  reduction: 'reduction.bin',
} as const;
