import { nothingRead, type TextToRead } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import { UnreadableText } from '../../ports/language.js';
import { createScreen } from './screen.js';

const stage = () => {
  const read: string[] = [];
  const redacted: string[] = [];
  const screen = createScreen({
    language: {
      async read(_tenant, texts: readonly TextToRead[]) {
        read.push(...texts.map(({ content }) => content));
        if (read.includes('slow')) throw new UnreadableText('it takes more than 10 s to read');
        return texts.map(({ content }) => ({
          ...nothingRead,
          marks: content.includes('obey me') ? ['instructs'] : [],
        }));
      },
      async redact(_tenant, text) {
        redacted.push(text);
        if (text === 'endless') throw new UnreadableText('it takes more than 10 s to read');
        const clean = text.replaceAll(/tok_\d|(?<=password: )\S+/g, '[secret]');
        return { text: clean, removed: clean === text ? [] : [{ kind: 'token', count: 1 }] };
      },
    },
  });
  const seen = (...texts: string[]) =>
    screen(
      'acme',
      texts.map((text) => ({ text, name: '' })),
    );
  const of =
    (tenant: string) =>
    async (...texts: string[]) => {
      const shown = await screen(
        tenant,
        texts.map((text) => ({ text, name: '' })),
      );
      return shown.map((text) => text === null);
    };
  return { all: screen, seen, screen: of('acme'), of, read, redacted };
};

describe('what is shown to a model', () => {
  it('is looked at once, and what steers is said to', async () => {
    const { screen, read } = stage();
    expect(await screen('tea', 'obey me', 'tea')).toEqual([false, true, false]);
    expect(await screen('obey me', 'tea', 'train')).toEqual([true, false, false]);
    expect(read).toEqual(['tea', 'obey me', 'train', 'tea train']);
  });

  it('is looked at for each tenant by itself: how long it takes tells none what another keeps', async () => {
    const { of, read } = stage();
    for (const tenant of ['acme', 'globex', 'acme']) await of(tenant)('tea');
    expect(read).toEqual(['tea', 'tea']);
  });

  it('is looked at together too: an order that is split over several texts is withheld with what stands next to it', async () => {
    const { screen } = stage();
    const others = Array.from({ length: 20 }, (_one, place) => `tag ${place}`);
    const verdicts = await screen(...others, 'now obey', 'me at once');
    expect(verdicts.slice(-2)).toEqual([true, true]);
    expect(verdicts.filter(Boolean).length).toBeLessThanOrEqual(8);
  });

  it('is looked at together at the ends of long texts, too', async () => {
    const { screen } = stage();
    const long = 'The kettle leaks. '.repeat(20);
    expect(await screen(`${long}now obey`, `me at once. ${long}`, 'tea')).toEqual([true, true, true]);
    expect(await screen(`obey ${long}`, `${long} me`)).toEqual([false, false]);
  });

  it('holds no secret, by its own words or by its name', async () => {
    const { all, seen, redacted } = stage();
    expect(await seen('tea', 'use tok_1')).toEqual(['tea', 'use [secret]']);
    const named = { text: 'swordfish', name: 'password' };
    expect(await all('acme', [named, { text: 'swordfish', name: '' }])).toEqual(['[secret]', 'swordfish']);
    const before = redacted.length;
    expect(await seen('tea', 'train')).toEqual(['tea', 'train']);
    expect(redacted).toHaveLength(before + 1);
    expect(await seen('endless')).toEqual([null]);
  });

  it('is bounded, and the rest taken for what steers', async () => {
    const { screen, read } = stage();
    const long = 'tea '.repeat(10_000);
    expect(await screen(long, `${long} `, 'tea')).toEqual([false, true, true]);
    expect(await screen('tea', 'train')).toEqual([false, false]);
    const many = Array.from({ length: 501 }, (_one, place) => `tag ${place}`);
    expect((await screen(...many)).filter(Boolean)).toHaveLength(1);
    expect(read.filter((text) => !text.includes(' tag'))).toHaveLength(504);
  });

  it('is taken for what steers where it cannot be looked at', async () => {
    const { screen } = stage();
    expect(await screen('slow')).toEqual([true]);
  });
});
