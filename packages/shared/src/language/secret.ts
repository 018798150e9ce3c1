export type SecretKind = 'account number' | 'card number' | 'identity number' | 'password' | 'private key' | 'token';

/** UTF-16 units, end exclusive. */
export interface Secret {
  start: number;
  end: number;
  kind: SecretKind;
}

/** In the place of each secret stands its kind. */
export interface Redacted {
  text: string;
  /** Counts by kind. Nothing of the secrets themselves. */
  removed: { kind: SecretKind; count: number }[];
}

/** UTF-16 units of what was said right before a text. They may name the secret with which it begins. */
export const SAID_BEFORE = 200;

/** A text, and the name of the member that it is the value of; empty where a schema gave that name, or there is none. */
export interface NamedText {
  text: string;
  name: string;
}

/** UTF-16 units of a name that tell what its value is. */
const LONGEST_NAME = 128;

/** The end of a longer name, since it stands before each of many values. */
export const nameOfValue = (name: string): string =>
  name.length <= LONGEST_NAME ? name : name.slice(-LONGEST_NAME).toWellFormed();

export const markerOf = (kind: SecretKind): string => `[secret removed: ${kind}]`;

const markers = /\[secret removed: [a-z ]{1,20}\]/g;

/** A sign in the place of each marker. It is never longer than the secret was. */
export const withSigns = (text: string): string => text.replaceAll(markers, '*');

/** With signs where the texts have more code points together than `most`, which the markers have made of them. */
export const fitting = (texts: readonly string[], most: number): string[] =>
  texts.reduce((sum, text) => sum + codePointsIn(text), 0) > most ? texts.map(withSigns) : [...texts];

const codePointsIn = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};
