import { createHash } from 'node:crypto';
import type { NamedText } from '@hippocamp/shared/language/secret';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LRUCache } from 'lru-cache';
import { type Language, orUnread } from '../../ports/language.js';
import { createTextMap, distinctTexts, textKey } from '../text/text-keys.js';
import { namedWithoutSecrets } from './without-secrets.js';

/** Each text without its secrets. Null if it tries to steer its reader, or cannot be checked. */
export type Screen = (tenant: string, texts: readonly NamedText[]) => Promise<(string | null)[]>;

/** The most characters and texts checked in one call. */
const [MOST_CHARACTERS, MOST_TEXTS] = [64_000, 500];
/** Neighbours are also checked in groups, because an order may be split over several texts. Of long ones their ends are. */
const [TOGETHER, SHORT] = [8, 200];
/** Tags, speakers and names come again and again. */
const REMEMBERED = 5000;

/** Separate by tenant, because a fast answer must not reveal that another tenant keeps the same text. */
const keyOf = (tenant: string, text: string) => `${tenant} ${createHash('sha256').update(text).digest('base64')}`;

interface Piece {
  of: string;
  said: string;
}

const piecesOf = (text: string): Piece[] =>
  text.length <= SHORT
    ? [{ of: text, said: text }]
    : [text.slice(0, SHORT), text.slice(-SHORT)].map((end) => ({ of: text, said: end.toWellFormed() }));

/** The groups overlap by half, so that a split order is whole in one. */
const groupsOf = (texts: readonly string[]): Piece[][] => {
  const pieces = texts.flatMap(piecesOf);
  const count = texts.length < 2 ? 0 : Math.max(1, Math.ceil(pieces.length / (TOGETHER / 2)) - 1);
  return Array.from({ length: count }, (_, place) =>
    pieces.slice((place * TOGETHER) / 2, (place * TOGETHER) / 2 + TOGETHER),
  );
};

const joined = (group: readonly Piece[]): string => group.map(({ said }) => said).join(' ');

export function createScreen({ language }: { language: Pick<Language, 'read' | 'redact'> }): Screen {
  const known = new LRUCache<string, boolean>({ max: REMEMBERED });

  const within = (texts: readonly string[], most: number) => {
    let characters = 0;
    return texts.slice(0, MOST_TEXTS).filter(({ length }) => {
      characters += length;
      return characters <= most;
    });
  };

  /** True for texts that are not checked. */
  const look = async (tenant: string, texts: readonly string[], most: number): Promise<(text: string) => boolean> => {
    const unknown = within(
      distinctTexts(texts).filter((text) => !known.has(keyOf(tenant, text))),
      most,
    );
    const asked = unknown.map((content) => ({ content, speaker: '' }));
    const readings = await orUnread(language.read(tenant as TenantId, asked), []);
    const found = createTextMap(texts.map((text) => [text, known.get(keyOf(tenant, text))]));
    for (const [place, reading] of readings.entries()) {
      const text = unknown[place] ?? '';
      const steers = reading.marks.includes('instructs');
      found.set(text, steers);
      known.set(keyOf(tenant, text), steers);
    }
    return (text) => found.get(text) ?? true;
  };

  const steering = async (tenant: string, texts: readonly string[]): Promise<(text: string) => boolean> => {
    const steers = await look(tenant, texts, MOST_CHARACTERS);
    const groups = groupsOf(distinctTexts(texts).filter((text) => !steers(text)));
    const isSplit = await look(tenant, groups.map(joined), 5 * MOST_CHARACTERS);
    const parts = new Set(
      groups.filter((group) => isSplit(joined(group))).flatMap((group) => group.map(({ of }) => textKey(of))),
    );
    return (text) => steers(text) || parts.has(textKey(text));
  };

  return async (tenant, texts) => {
    const steers = await steering(
      tenant,
      texts.map(({ text }) => text),
    );
    const seen = texts.filter(({ text }) => !steers(text));
    const found = await orUnread(namedWithoutSecrets(tenant as TenantId, seen, language.redact), null);
    return texts.map((each) => (steers(each.text) ? null : (found?.clean(each) ?? null)));
  };
}
