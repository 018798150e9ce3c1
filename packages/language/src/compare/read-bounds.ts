import type { EvidenceWeights, PairJudge } from './judge-pair.js';

const checked = <Name extends string>(given: unknown, names: readonly Name[]): Record<Name, number> => {
  const read = (given ?? {}) as Partial<Record<Name, number>>;
  for (const name of names)
    if (typeof read[name] !== 'number') throw new Error(`the reader of two texts has no bound ${name}`);
  return read as Record<Name, number>;
};

const judged = (given: unknown): EvidenceWeights & { from: number } => {
  const { weights } = (given ?? {}) as Partial<EvidenceWeights>;
  if (!weights?.every((weight) => typeof weight === 'number'))
    throw new Error('the reader of two texts has no weights of what speaks for a relation');
  return { ...checked(given, ['bias', 'from']), weights };
};

/** Reads what `npm run train` writes. Throws where something is missing. */
export function readBounds(text: string): PairJudge {
  const read = JSON.parse(text) as Partial<PairJudge>;
  return { ...checked(read, ['doubtful']), same: judged(read.same), replaces: judged(read.replaces) };
}
