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
