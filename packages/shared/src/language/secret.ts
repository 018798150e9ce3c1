export type SecretKind = 'account number' | 'card number' | 'identity number' | 'password' | 'private key' | 'token';

/** Where a secret stands in a text, UTF-16 units: start inclusive, end exclusive. */
export interface Secret {
  start: number;
  end: number;
  kind: SecretKind;
}

/** A text without its secrets: in the place of each stands its kind. */
export interface Redacted {
  text: string;
  /** How many of each kind there were; nothing of what they were. */
  removed: { kind: SecretKind; count: number }[];
}
