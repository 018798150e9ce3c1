import type { Problem } from '@hippocamp/shared/problems';
import type { BatchResult } from '@hippocamp/shared/schemas/memories';
import type { NewMemory } from '../../ports/records.js';

export type BatchItem = { memory: NewMemory } | { problem: Problem };

export type Result = BatchResult['results'][number];

/** The stored answer holds no texts, names, tags or metadata: a repeat sends them again. */
export const withoutText = (results: readonly Result[]): Result[] =>
  results.map((result) =>
    result.memory
      ? { ...result, memory: { ...result.memory, content: '', context: null, speaker: null, tags: [], metadata: {} } }
      : result,
  );

/** The answer so far is stored after each part. A repeat finds the same errors in the same items. */
export const withoutErrors = (results: readonly Result[]): Result[] =>
  results.map((result) => {
    if (!result.problem?.errors) return result;
    const { errors: _errors, ...problem } = result.problem;
    return { ...result, problem: { ...problem, detail: problem.title } };
  });

export const withErrors = (results: readonly Result[], items: readonly BatchItem[]): Result[] =>
  results.map((result) => {
    const item = items[result.index];
    if (!result.problem || !item || !('problem' in item)) return result;
    const { detail, extras } = item.problem;
    return extras.errors ? { ...result, problem: { ...result.problem, detail, errors: extras.errors } } : result;
  });

type Named = Pick<NewMemory, 'context' | 'contextSourceIds'>;

/** A context of the batch goes with each memory whose words it holds. */
const contextBeside = ({ context, contextSourceIds }: Named, known: ReadonlyMap<string, string | null>): Named => {
  const ids = contextSourceIds.map((id) => (known.has(id) ? known.get(id) : id));
  const left = ids.filter((id) => typeof id === 'string');
  return left.length === ids.length ? { context, contextSourceIds: left } : { context: null, contextSourceIds: [] };
};

/** Those that an interrupted request stored keep their ids, which the contexts of later items name. */
export const besideStored = (
  part: readonly BatchItem[],
  items: readonly BatchItem[],
  done: readonly Result[],
): BatchItem[] => {
  const known = new Map(
    done.flatMap(({ index, memory }) => {
      const item = items[index];
      return item && 'memory' in item ? [[item.memory.id, memory?.id ?? null] as const] : [];
    }),
  );
  return part.map((item) =>
    'memory' in item ? { memory: { ...item.memory, ...contextBeside(item.memory, known) } } : item,
  );
};

export const withText = (results: readonly Result[], items: readonly BatchItem[]): Result[] => {
  const told = besideStored(items, items, results);
  return results.map((result) => {
    const item = told[result.index];
    if (!result.memory || !item || !('memory' in item)) return result;
    const { content, context, speaker, tags, metadata } = item.memory;
    return { ...result, memory: { ...result.memory, content, context, speaker, tags, metadata } };
  });
};
