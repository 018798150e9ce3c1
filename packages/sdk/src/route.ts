/** What the client knows of an operation at run time; the table is generated. */
export interface Route {
  method: string;
  /** With `{name}` for parameters. */
  path: string;
  params: readonly string[];
  /** What the method takes besides parameters, in this order. */
  inputs: readonly ('body' | 'query' | 'headers')[];
  /** Names of members that a body or query may have. */
  members: readonly string[];
  sends: 'json' | 'lines' | 'nothing';
  /** `data`: JSON in an envelope, which is taken off. */
  answers: 'data' | 'json' | 'text';
  /** Those of a success. */
  statuses: readonly number[];
  needsTenant: boolean;
  /** An Idempotency-Key is sent with it. */
  takesKey: boolean;
  /** Done twice it is done once, also without a key. */
  isRepeatable: boolean;
}
