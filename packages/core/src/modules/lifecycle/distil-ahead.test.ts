import { expect, it } from 'vitest';
import { UnreadableText } from '../../ports/language.js';
import { tenantNamed } from '../../testing/builders.js';
import { cutAhead } from './distil-ahead.js';

const tenant = tenantNamed('acme');

it('cuts each text once', async () => {
  const asked: string[] = [];
  const sentencesOf = async (_tenant: unknown, texts: readonly string[]) => {
    asked.push(...texts);
    return texts.map((text) => text.split(' '));
  };
  const cut = await cutAhead(tenant, ['Ann sails.', 'Ann sails.', 'It rains.'], { sentencesOf });
  expect(asked).toEqual(['Ann sails.', 'It rains.']);
  expect(cut('It rains.')).toEqual(['It', 'rains.']);
});

it('leaves whole what cannot be cut, and what it was not given', async () => {
  const sentencesOf = async () => {
    throw new UnreadableText('it takes too long');
  };
  const cut = await cutAhead(tenant, ['Ann sails. It rains.'], { sentencesOf });
  expect(cut('Ann sails. It rains.')).toEqual(['Ann sails. It rains.']);
  expect(cut('It snows.')).toEqual(['It snows.']);
});
