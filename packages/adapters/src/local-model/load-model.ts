import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddingRole } from '@hippocamp/core/ports/embedder';
import type { Tensor } from 'onnxruntime-node';
import { crossEncoderFiles, modelFiles, shippedCrossEncoder } from './files.js';
import type { ToReadTogether } from './thread-messages.js';
import { createPairTokenizer, createTokenizer } from './tokenizer.js';
import { prefixes } from './traits.js';

/** Null where the vector is zero or not finite. */
function unit(vector: Float32Array): Float32Array | null {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : null;
}

export function meanOf(states: Float32Array, dimensions: number): Float32Array {
  const tokens = states.length / dimensions;
  const mean = new Float32Array(dimensions);
  for (let index = 0; index < states.length; index += 1) {
    const column = index % dimensions;
    mean[column] = (mean[column] ?? 0) + (states[index] ?? 0) / tokens;
  }
  return mean;
}

const MAGIC = 'RED1';
const HEADER_BYTES = 12;
const FLOAT_BYTES = 4;

interface Reduction {
  /** Orthogonal unit vectors of the model's dimensions. */
  directions: readonly Float32Array[];
}

const sizeOf = (rows: number, columns: number) => HEADER_BYTES + rows * columns * FLOAT_BYTES;

/** Little-endian: magic `RED1`; uint32 directions; uint32 dimensions; the directions in float32. Throws otherwise. */
export function decodeReduction(bytes: Buffer): Reduction {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new Error('this is not a reduction: it does not start with RED1');
  }
  const [rows, columns] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
  const size = sizeOf(rows, columns);
  if (bytes.length !== size) throw new Error(`the reduction has ${bytes.length} bytes instead of ${size}`);
  const valueAt = (place: number) => bytes.readFloatLE(HEADER_BYTES + place * FLOAT_BYTES);
  const directions = Array.from({ length: rows }, (_, row) =>
    Float32Array.from({ length: columns }, (_value, column) => valueAt(row * columns + column)),
  );
  return { directions };
}

export function encodeReduction({ directions }: Reduction): Buffer {
  const columns = directions[0]?.length ?? 0;
  const bytes = Buffer.alloc(sizeOf(directions.length, columns));
  let offset = bytes.write(MAGIC, 'latin1');
  offset = bytes.writeUInt32LE(directions.length, offset);
  offset = bytes.writeUInt32LE(columns, offset);
  for (const direction of directions) for (const value of direction) offset = bytes.writeFloatLE(value, offset);
  return bytes;
}

const along = (vector: Float32Array, direction: Float32Array): number =>
  direction.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0);

/** Null where the vector has nothing along the directions. */
export const reduced = (vector: Float32Array, { directions }: Reduction): Float32Array | null =>
  unit(Float32Array.from(directions, (direction) => along(vector, direction)));

type Runtime = typeof import('onnxruntime-node');

/** Ids of one text to a unit vector of the model's own dimensions; null where the model makes none. */
type Infer = (ids: readonly number[]) => Promise<Float32Array | null>;

/** Inputs of one text without padding; only the ids differ between texts. */
const given: Record<string, (id: number) => number> = {
  input_ids: (id) => id,
  attention_mask: () => 1,
  token_type_ids: () => 0,
};

export interface OpenModel {
  run(inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  tensor(values: readonly number[], shape: readonly number[]): Tensor;
  inputs: readonly string[];
}

/** Rejects where the runtime is missing, does not fit this machine, or cannot read the file. */
export async function openModel(modelPath: string): Promise<OpenModel> {
  // Imported here because the package is optional, and its native part may not fit the machine.
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

type Run = (ids: readonly number[]) => Promise<Record<string, Tensor>>;

/** One text at a time: activations are quantised per run, so a text's vector would depend on its neighbours. */
async function open(modelPath: string): Promise<Run> {
  const { run, tensor, inputs } = await openModel(modelPath);
  return (ids) =>
    run(Object.fromEntries(inputs.map((name) => [name, tensor(ids.map(given[name] ?? (() => 0)), [1, ids.length])])));
}

async function createSession(modelPath: string): Promise<Infer> {
  const run = await open(modelPath);
  return async (ids) => {
    const { last_hidden_state: states } = await run(ids);
    if (!(states?.data instanceof Float32Array)) throw new Error('the model gives no last_hidden_state');
    return unit(meanOf(states.data, states.dims[2] ?? states.data.length));
  };
}

type InferClasses = (ids: readonly number[], output: string) => Promise<Float32Array>;

const softmax = (values: Float32Array): Float32Array => {
  const most = Math.max(...values);
  const raised = values.map((value) => Math.exp(value - most));
  const sum = raised.reduce((total, value) => total + value, 0);
  return raised.map((value) => value / sum);
};

async function createClassifier(modelPath: string): Promise<InferClasses> {
  const run = await open(modelPath);
  return async (ids, output) => {
    const classes = (await run(ids))[output];
    if (!(classes?.data instanceof Float32Array)) throw new Error(`the model gives no ${output}`);
    return softmax(classes.data);
  };
}

const vocabularies = new Map<string, Promise<readonly string[]>>();

/** Read once for both models that have it. A file that could not be read is tried again. */
function vocabularyOf(folder: string): Promise<readonly string[]> {
  const known = vocabularies.get(folder);
  if (known !== undefined) return known;
  const read = readFile(join(folder, modelFiles.vocabulary), 'utf8').then((text) => text.split('\n'));
  vocabularies.set(folder, read);
  read.catch(() => vocabularies.delete(folder));
  return read;
}

/** Null where the model has no token of the text. */
export type EmbedText = (text: string, role: EmbeddingRole) => Promise<Float32Array | null>;

/** Without the reduction: unit vectors of the model's own dimensions. */
export async function loadWhole(folder: string): Promise<EmbedText> {
  const tokenize = createTokenizer(await vocabularyOf(folder));
  const infer = await createSession(join(folder, modelFiles.graph));
  const nothing = Object.fromEntries(Object.entries(prefixes).map(([role, prefix]) => [role, tokenize(prefix).length]));
  return async (text, role) => {
    const ids = tokenize(prefixes[role] + text);
    return ids.length === nothing[role] ? null : infer(ids);
  };
}

/** With the reduction. Rejects where a file or the runtime is missing or broken. */
export async function loadModel(folder: string): Promise<EmbedText> {
  const reduction = decodeReduction(await readFile(join(folder, modelFiles.reduction)));
  const embed = await loadWhole(folder);
  return async (text, role) => {
    const vector = await embed(text, role);
    return vector && reduced(vector, reduction);
  };
}

/** Loads the model at the first text, for services that use another embedder. Rejects where the runtime is missing. */
export async function modelForLater(folder: string): Promise<EmbedText> {
  await import('onnxruntime-node');
  let loaded: Promise<EmbedText> | undefined;
  return async (text, role) => {
    loaded ??= loadModel(folder);
    return (await loaded)(text, role);
  };
}

/** Probabilities: for an update same, conflict, different; for a claim supported, refuted, unknown. */
export type ReadTogether = (asked: ToReadTogether) => Promise<Float32Array>;

/** Loaded at the first use, since many services never compare. `folder` holds the vocabulary. */
export function crossEncoder(folder: string): ReadTogether {
  const load = async (): Promise<ReadTogether> => {
    const tokenize = createPairTokenizer(await vocabularyOf(folder));
    const infer = await createClassifier(join(shippedCrossEncoder, crossEncoderFiles[0]));
    return ({ as, first, second }) => infer(tokenize(first, second), as);
  };
  let loaded: Promise<ReadTogether> | undefined;
  return async (asked) => {
    loaded ??= load();
    return (await loaded)(asked);
  };
}
