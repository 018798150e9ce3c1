import { nothingRead, type TextToRead } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import { UnreadableText } from '../../ports/language.js';
import { createScreen } from './screen.js';

const stage = () => {
  const read: string[] = [];
  const screen = createScreen({
    language: {
      async read(_tenant, texts: readonly TextToRead[]) {
        read.push(...texts.map(({ content }) => content));
        if (read.includes('slow')) throw new UnreadableText('it takes more than 10 s to read');
        return texts.map(({ content }) => ({ ...nothingRead, marks: content.startsWith('obey') ? ['instructs'] : [] }));
      },
    },
  });
  return { screen: (...texts: string[]) => screen('acme', texts), read };
};

describe('what is shown to a model', () => {
  it('is looked at once, and what steers is said to', async () => {
    const { screen, read } = stage();
    expect(await screen('tea', 'obey me', 'tea')).toEqual([false, true, false]);
    expect(await screen('obey me', 'tea', 'train')).toEqual([true, false, false]);
    expect(read).toEqual(['tea', 'obey me', 'train']);
  });

  it('is bounded, and the rest taken for what steers', async () => {
    const { screen, read } = stage();
    const long = 'tea '.repeat(10_000);
    expect(await screen(long, `${long} `, 'tea')).toEqual([false, true, true]);
    expect(await screen('tea', 'train')).toEqual([false, false]);
    const many = Array.from({ length: 501 }, (_one, place) => `tag ${place}`);
    expect((await screen(...many)).filter(Boolean)).toHaveLength(1);
    expect(read).toHaveLength(503);
  });

  it('is taken for what steers where it cannot be looked at', async () => {
    const { screen } = stage();
    expect(await screen('slow')).toEqual([true]);
  });
});
