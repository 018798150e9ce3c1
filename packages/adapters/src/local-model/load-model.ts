import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddingRole } from '@hippocamp/core/ports/embedder';
import { modelFiles, readerFiles, shippedReader } from './files.js';
import type { ToReadTogether } from './messages.js';
import { decodeReduction, reduced } from './reduction.js';
import { createClassifier, createSession } from './session.js';
import { createPairTokenizer, createTokenizer } from './tokenizer.js';
import { prefixes } from './traits.js';

/** A text to its vector; null where nothing of it is left for the model. */
export type EmbedText = (text: string, role: EmbeddingRole) => Promise<Float32Array | null>;

/** The model without its reduction: vectors of unit length and its own dimensions. */
export async function loadWhole(folder: string): Promise<EmbedText> {
  const vocabulary = await readFile(join(folder, modelFiles.vocabulary), 'utf8');
  const tokenize = createTokenizer(vocabulary.split('\n'));
  const infer = await createSession(join(folder, modelFiles.model));
  const nothing = Object.fromEntries(Object.entries(prefixes).map(([role, prefix]) => [role, tokenize(prefix).length]));
  return async (text, role) => {
    const ids = tokenize(prefixes[role] + text);
    return ids.length === nothing[role] ? null : infer(ids);
  };
}

/** The model as it is used, in the thread that calls. Rejects where a file or the runtime is missing or broken. */
export async function loadModel(folder: string): Promise<EmbedText> {
  const reduction = decodeReduction(await readFile(join(folder, modelFiles.reduction)));
  const embed = await loadWhole(folder);
  return async (text, role) => {
    const vector = await embed(text, role);
    return vector && reduced(vector, reduction);
  };
}

/** Probabilities: of an update same, conflict, different; of a claim supported, refuted, unknown. */
export type ReadTogether = (asked: ToReadTogether) => Promise<Float32Array>;

/** The model that reads two texts together, with the vocabulary in `folder`: loaded when it is first asked, since many services never compare. */
export function readerModel(folder: string): ReadTogether {
  const load = async (): Promise<ReadTogether> => {
    const vocabulary = await readFile(join(folder, modelFiles.vocabulary), 'utf8');
    const tokenize = createPairTokenizer(vocabulary.split('\n'));
    const infer = await createClassifier(join(shippedReader, readerFiles[0]));
    return ({ as, first, second }) => infer(tokenize(first, second), as);
  };
  let loaded: Promise<ReadTogether> | undefined;
  return async (asked) => {
    loaded ??= load();
    return (await loaded)(asked);
  };
}
