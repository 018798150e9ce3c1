import type { TenantId } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import type { ClaimOdds } from '../../ports/claim-reader.js';
import type { Language } from '../../ports/language.js';
import { createOddsClaimReader, readBeside } from './odds-claim-reader.js';

const tenant = 'acme' as TenantId;

/** A memory may refute a claim that begins otherwise, and nothing supports a claim about Vienna. */
const besideClaim: Language['besideClaim'] = async (_tenant, claim, memories) =>
  memories.map(({ text }) => ({
    text,
    maySupport: !claim.includes('Vienna'),
    mayRefute: text.slice(0, 2) !== claim.slice(0, 2),
    otherName: text.includes('Lisbon') && claim.includes('Porto'),
  }));

/** The model gives these odds, one for each memory; also keeps the memories that it was shown. */
function readerOver(odds: readonly ClaimOdds[] | null) {
  const shown: string[][] = [];
  const reader = createOddsClaimReader({
    language: { tellsOfSelf: (text) => text.startsWith('I '), besideClaim },
    model: {
      async weigh(_tenant, _claim, memories) {
        shown.push([...memories]);
        return odds && [...odds];
      },
    },
  });
  const read = (claim: string, texts: readonly string[], names: readonly string[] = []) =>
    reader.read(
      tenant,
      claim,
      texts.map((text) => ({ text, names })),
    );
  return { read, shown };
}

const stancesOf = (relations: readonly { stance: string }[] | null) => relations?.map(({ stance }) => stance);

describe('a model that gives odds', () => {
  it('decides where it is sure, and says nothing where it is not', async () => {
    const { read } = readerOver([
      { supported: 0.97, refuted: 0.01 },
      { supported: 0.6, refuted: 0.1 },
    ]);
    expect(stancesOf(await read('It rains.', ['Rain.', 'Wet.']))).toEqual(['supports', 'neutral']);
  });

  it('decides nothing where one memory makes likely what another makes unlikely', async () => {
    const { read } = readerOver([
      { supported: 0.97, refuted: 0.01 },
      { supported: 0.1, refuted: 0.6 },
    ]);
    expect(stancesOf(await read('It rains.', ['Rain.', 'Sun.']))).toEqual(['neutral', 'neutral']);
  });

  it('refutes nothing by a memory that has all words of the claim', async () => {
    const { read } = readerOver([{ supported: 0.01, refuted: 0.97 }]);
    expect(stancesOf(await read('It rains.', ['The sun shines.']))).toEqual(['refutes']);
    expect(stancesOf(await read('It rains.', ['It rains and pours.']))).toEqual(['neutral']);
  });

  it('supports nothing by what may not support it', async () => {
    const { read } = readerOver([{ supported: 0.97, refuted: 0.01 }]);
    expect(stancesOf(await read('It rains in Vienna.', ['Rain.']))).toEqual(['neutral']);
  });

  it('is told whose "I" it is', async () => {
    const { read, shown } = readerOver([{ supported: 0, refuted: 0.99 }]);
    await read('Mara lives in Rome.', ['I live in Oslo.'], ['mara lind', 'mara']);
    await read('The user lives in Rome.', ['I live in Oslo.']);
    await read('The kiosk is open.', ['The kiosk is closed.']);
    expect(shown.flat()).toEqual(['mara lind: I live in Oslo.', 'user: I live in Oslo.', 'The kiosk is closed.']);
  });

  it('says both where two memories are sure of opposite things', async () => {
    const { read } = readerOver([
      { supported: 0.97, refuted: 0.01 },
      { supported: 0.01, refuted: 0.97 },
    ]);
    expect(stancesOf(await read('It rains.', ['Rain.', 'Sun.']))).toEqual(['supports', 'refutes']);
  });

  it('reads no claim that is longer than a statement', async () => {
    const { read, shown } = readerOver([{ supported: 0.99, refuted: 0 }]);
    expect(await read('It rains. '.repeat(50), ['Rain.'])).toBeNull();
    expect(shown).toEqual([]);
  });

  it('reads nothing where the model cannot run', async () => {
    expect(await readerOver(null).read('It rains.', ['Rain.'])).toBeNull();
  });
});

it.each([
  [1, 100, 8],
  [1, 50_000, 8],
  [10, 100, 4],
  [10, 50_000, 1],
  [50, 50_000, 1],
])('beside each of %i statements, of memories of %i letters %i are read', (of, length, read) => {
  const texts = Array.from({ length: 20 }, () => 'a'.repeat(length));
  expect(readBeside(texts, { of, most: 8, textOf: (text) => text })).toHaveLength(read);
});
