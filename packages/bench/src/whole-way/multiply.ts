import { createRandom } from '../quality/random.js';
import type { Session, Turn } from './talks.js';

/** The same seed gives the same names, numbers and days. */
export const SEED = 20260301;

const DAY = 86_400_000;

/** Only words inside a sentence, since any word is capitalised at its beginning. */
const properNames = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.match(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}/gu) ?? []);

const beginnings = [
  'Bar',
  'Del',
  'Fen',
  'Gol',
  'Hes',
  'Jor',
  'Kel',
  'Lum',
  'Mor',
  'Nev',
  'Pas',
  'Ros',
  'Sel',
  'Tov',
  'Vin',
];
const middles = ['a', 'e', 'i', 'o', 'u', 'an', 'el', 'in', 'or', 'us'];
const ends = ['bek', 'dan', 'fia', 'gar', 'lin', 'mira', 'nor', 'rik', 'ska', 'ta', 'vel', 'wen', 'zo'];

const pick = (from: readonly string[], random: () => number): string => from[Math.floor(random() * from.length)] ?? '';

const inventName = (random: () => number): string =>
  pick(beginnings, random) + pick(middles, random) + pick(ends, random);

const isYear = (digits: string): boolean => /^(?:19|20)\d\d$/.test(digits);

/** Never larger, so that days and hours stay valid; a leading zero keeps the number of digits. */
const otherNumber = (digits: string, random: () => number): string => {
  if (isYear(digits) || digits.length > 9) return digits;
  const other = String(Math.max(1, Math.ceil(random() * Number(digits))));
  return digits.startsWith('0') ? other.padStart(digits.length, '0') : other;
};

/** The session with other names and numbers, consistent within it, and `days` earlier. */
export function retold({ id, at, turns }: Session, { copy, days }: { copy: number; days: number }): Session {
  const random = createRandom(SEED + copy);
  const names = new Set([...turns.flatMap(({ name }) => name ?? []), ...properNames(turns.map(({ text }) => text))]);
  const nameOf = new Map([...names].map((name) => [name, inventName(random)]));
  const numberOf = new Map<string, string>();
  const number = (digits: string): string => {
    const known = numberOf.get(digits) ?? otherNumber(digits, random);
    numberOf.set(digits, known);
    return known;
  };
  const other = (text: string) => text.replace(/\p{L}+/gu, (word) => nameOf.get(word) ?? word).replace(/\d+/g, number);
  const earlier = (time: string) => new Date(Date.parse(time) - days * DAY).toISOString();
  const turn = ({ sentences: _sentences, ...one }: Turn): Turn => ({
    ...{ ...one, text: other(one.text) },
    ...(one.name === undefined ? {} : { name: nameOf.get(one.name) ?? one.name }),
    ...(one.at === undefined ? {} : { at: earlier(one.at) }),
  });
  return { id: `${id}-${copy}`, at: at === null ? null : earlier(at), turns: turns.map(turn) };
}

export interface Told {
  /** Each round through the talks is another person. */
  copy: number;
  session: Session;
}

export function* manySessions(sessions: readonly Session[], messages: number): Generator<Told> {
  let left = messages;
  for (let copy = 0; left > 0; copy += 1) {
    for (const session of sessions) {
      const other = retold(session, { copy, days: copy });
      const turns = other.turns.slice(0, left);
      if (turns.length > 0) yield { copy, session: { ...other, turns } };
      left -= turns.length;
    }
  }
}
