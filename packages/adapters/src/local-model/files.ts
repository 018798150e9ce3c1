import { weightsOf } from '@hippocamp/models/weights';

export const shippedModel = weightsOf('e5-small-v2');

/** Reads two texts together, with the vocabulary of e5-small-v2. */
export const shippedCrossEncoder = weightsOf('reader-mpnet');

/** The model and its weights, in files below 100 MB. The first names the others. */
export const crossEncoderFiles = ['model.onnx', 'embeddings.bin', 'layers.bin'] as const;

export const shippedJudge = weightsOf('judge');

/** The model names the files of its weights. */
export const judgeFiles = { model: 'model.onnx', pieces: 'pieces.bin' } as const;

export const modelFiles = {
  model: 'model-int8.onnx',
  /** One entry per line; the first has id 0. */
  vocabulary: 'vocabulary.txt',
  reduction: 'reduction.bin',
} as const;
