import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { IndexLists } from '../../ports/vector-index.js';
import { tenantNamed } from '../../testing/builders.js';
import { type BesideDependencies, knownBeside } from './candidates.js';

const tenant = tenantNamed('acme');
const owner = { tenant, ownerEntityId: 'an owner' };
const six = ['6', '5', '4', '3', '2', '1'];

const looking = (latest: string[], over: Partial<BesideDependencies> = {}) => {
  const asked: unknown[] = [];
  const dependencies = {
    embedder: { embed: async (texts: readonly string[]) => texts.map((text) => (text ? new Float32Array([1]) : null)) },
    index: {
      lists: async (_tenant: unknown, _question: unknown, filter: unknown, most: number) => {
        asked.push({ filter, most });
        return { dense: [{ id: 'near', version: 1, value: 0.8 }] } as unknown as IndexLists;
      },
    },
    repositories: { memories: { matching: async () => latest } },
    ...over,
  } as unknown as BesideDependencies;
  return { asked, found: (contents: string[]) => knownBeside(owner, contents, dependencies) };
};

describe('what is known beside candidates', () => {
  it('finds what is nearest in meaning among what the owner holds, and what was told last', async () => {
    const { asked, found } = looking(six);
    expect(await found(['Tea.', ''])).toEqual({ meant: [['near'], []], latest: six });
    expect(asked).toEqual([{ filter: { ownerEntityId: 'an owner', includeSuperseded: false }, most: 6 }]);
  });

  it('asks no model where the latest are all that there is', async () => {
    const { asked, found } = looking(['1']);
    expect(await found(['Tea.'])).toEqual({ meant: [], latest: ['1'] });
    expect(asked).toEqual([]);
  });

  it('does without where the model or the index cannot be asked', async () => {
    const fails = async () => Promise.reject(new Error('away'));
    const [model, index] = [looking(six, { embedder: { embed: fails } }), looking(six, { index: { lists: fails } })];
    expect(await model.found(['Tea.'])).toEqual({ meant: [], latest: six });
    expect(await index.found(['Tea.'])).toEqual({ meant: [], latest: six });
  });

  it('waits for neither without end', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { found } = looking(six, { embedder: { embed: () => new Promise(() => undefined) } });
    const looked = found(['Tea.']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await looked).toEqual({ meant: [], latest: six });
  });
});
