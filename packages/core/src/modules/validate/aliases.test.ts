import { expect, it } from 'vitest';
import type { MemoryRecord, NamingMemory, Records } from '../../ports/records.js';
import { newMemory, recordOf, tenantNamed } from '../../testing/builders.js';
import { stayHere } from './aliases.js';

const named = (id: string, name: string, reader?: 'local'): [NamingMemory, MemoryRecord] => [
  { id, speaker: null, readBy: 'now', selfNames: [name] },
  recordOf(newMemory(id, { content: `I am ${name}.`, provenance: reader ? { reader } : {} })),
];

const stay = async (names: readonly string[], given: readonly [NamingMemory, MemoryRecord][]) => {
  let looked = 0;
  const memories = {
    withFacts: async () => given.map(([naming]) => naming),
    getMany: async (ids: readonly string[]) => {
      looked += ids.length;
      return given.map(([, record]) => record).filter(({ id }) => ids.includes(id));
    },
  };
  const records = { forTenant: () => ({ memories }) } as unknown as Records;
  return { stays: await stayHere(new Set(names), tenantNamed('acme'), 'an owner', records), looked };
};

it('stays here where only memories give the name that stay here', async () => {
  const home = named('a', 'mara', 'local');
  expect(await stay(['mara'], [home])).toMatchObject({ stays: true });
  expect(await stay(['mara'], [home, named('b', 'mara')])).toMatchObject({ stays: false });
  expect(await stay(['mara'], [home, named('b', 'jonas')])).toMatchObject({ stays: true });
});

it('is not asked where there is no name, and stays here where too many memories would have to be looked at', async () => {
  expect(await stay([], [named('a', 'mara', 'local')])).toEqual({ stays: false, looked: 0 });
  const home = Array.from({ length: 500 }, (_, place) => named(String(place), 'mara', 'local'));
  const { stays, looked } = await stay(['mara'], [...home, named('last', 'mara')]);
  expect([stays, looked]).toEqual([true, 50]);
});
