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
  /** As it was published; what is read of it are the weights. */
  model: 'model-int8.onnx',
  /** Names the places of the weights in the model, so that they are mapped and not copied. */
  graph: 'model.onnx',
  /** One entry per line; the first has id 0. */
  vocabulary: 'vocabulary.txt',
  reduction: 'reduction.bin',
} as const;
