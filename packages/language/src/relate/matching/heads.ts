import type { Unit } from '../clauses/unit.js';

const chunkOf = (units: readonly Unit[], chunk: number): Unit[] => units.filter((unit) => unit.chunk === chunk);

/** What the words of a chunk are about. */
export const headOf = (units: readonly Unit[], chunk: number): Unit | undefined => {
  const words = chunkOf(units, chunk);
  // Of "platform 4" the platform.
  return words.findLast(({ key }) => !key.startsWith('#')) ?? words.at(-1);
};

/** "my sister Ana": the noun before a name is as good as the name. */
export const isApposed = (unit: Unit, units: readonly Unit[]): boolean => {
  const after = chunkOf(units, unit.chunk).filter(({ at }) => at > unit.at);
  return (
    unit.kind === 'word' && after.length > 0 && after.every(({ kind, key }) => kind === 'name' && !key.startsWith('#'))
  );
};

/** The head with the words of its name, and before a name the noun that it is the name of. */
export const headsOf = (units: readonly Unit[], chunk: number): Unit[] => {
  const head = headOf(units, chunk);
  const words = chunkOf(units, chunk);
  const noun = words.findLast((unit) => isApposed(unit, units));
  const names = head?.kind === 'name' ? words.filter((unit) => unit.kind === 'name' && !unit.owner) : [];
  return [head, noun, ...names].filter((unit) => unit !== undefined);
};
