import type { Unit } from '../clauses/clause.js';

const chunkOf = (units: readonly Unit[], chunk: number): Unit[] => units.filter((unit) => unit.chunk === chunk);

/** What the words of a chunk are about. */
export const headOf = (units: readonly Unit[], chunk: number): Unit | undefined => chunkOf(units, chunk).at(-1);

/** "my sister Ana": the noun before a name is as good as the name. */
export const isApposed = (unit: Unit, units: readonly Unit[]): boolean => {
  const after = chunkOf(units, unit.chunk).filter(({ at }) => at > unit.at);
  return unit.kind === 'word' && after.length > 0 && after.every(({ kind, key }) => kind === 'name' && !key.startsWith('#'));
};
