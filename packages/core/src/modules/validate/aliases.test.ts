import { expect, it } from 'vitest';
import type { NamingMemory, Records } from '../../ports/records.js';
import { tenantNamed } from '../../testing/builders.js';
import { stayHere } from './aliases.js';

const named = (name: string, given: Partial<NamingMemory> = {}): NamingMemory => ({
  ...{ id: name, speaker: null, readBy: 'now', selfNames: [name], staysHere: false },
  ...given,
});

const stay = (names: readonly string[], given: readonly NamingMemory[]) => {
  const memories = { withFacts: async () => [...given] };
  const records = { forTenant: () => ({ memories }) } as unknown as Records;
  return stayHere(new Set(names), tenantNamed('acme'), 'an owner', records);
};

const home = named('mara', { staysHere: true });

it('stays here where only memories give the name that stay here', async () => {
  expect(await stay(['mara'], [home])).toBe(true);
  expect(await stay(['mara'], [home, named('mara')])).toBe(false);
  expect(await stay(['mara'], [home, named('jonas')])).toBe(true);
  expect(await stay(['mara'], [home, named('mara', { speaker: 'Ann' })])).toBe(true);
});

it('does not stay here where there is none', async () => expect(await stay([], [home])).toBe(false));
