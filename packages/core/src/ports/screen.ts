export const secretKinds = ['card number', 'password', 'private key', 'token'] as const;
export type SecretKind = (typeof secretKinds)[number];

/** Where a secret stands in a text, UTF-16 units: start inclusive, end exclusive. */
export interface Secret {
  start: number;
  end: number;
  kind: SecretKind;
}

/** Looks texts of any length over for what is not to be kept or shown, in time in proportion to their lengths. */
export interface Screen {
  readonly version: string;
  /** In their order; none overlaps another. */
  secretsIn(text: string): Secret[];
  /** Whether it tries to instruct whoever reads it. */
  instructs(text: string): boolean;
}
