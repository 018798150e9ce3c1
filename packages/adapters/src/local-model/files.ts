import { weightsOf } from '@hippocamp/models/weights';

/** The folder of the model that finds. */
export const shippedModel = weightsOf('e5-small-v2');

/** The folder of the model that reads two texts together; its vocabulary is that of the one that finds. */
export const shippedReader = weightsOf('reader-mpnet');

/** Its files: how it computes, and the weights, in files of less than 100 MB each. The first names the others. */
export const readerFiles = ['model.onnx', 'embeddings.bin', 'layers.bin'] as const;

/** The folder of the judge. */
export const shippedJudge = weightsOf('judge');

/** Its files: how it computes, which names the files of its weights, and its vocabulary. */
export const judgeFiles = { model: 'model.onnx', tokenizer: 'tokenizer.json' } as const;

/** Names of the model's files in their folder. */
export const modelFiles = {
  model: 'model-int8.onnx',
  /** An entry a line, the first has id 0. */
  vocabulary: 'vocabulary.txt',
  reduction: 'reduction.bin',
} as const;
