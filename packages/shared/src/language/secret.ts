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

export const markerOf = (kind: SecretKind): string => `[secret removed: ${kind}]`;

const markers = /\[secret removed: [a-z ]{1,20}\]/g;

/** A sign in the place of each marker. It is never longer than the secret was. */
export const withSigns = (text: string): string => text.replaceAll(markers, '*');

/** With signs where the markers make the texts longer together than `most` UTF-16 units, which the sent ones were not. */
export const fitting = (texts: readonly string[], most: number): string[] =>
  texts.reduce((sum, { length }) => sum + length, 0) > most ? texts.map(withSigns) : [...texts];
