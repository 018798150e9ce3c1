/** The table of these is generated. */
export interface Route {
  method: string;
  /** Parameters stand in it as `{name}`. */
  path: string;
  params: readonly string[];
  /** Arguments after the parameters, in this order. */
  inputs: readonly ('body' | 'query' | 'headers')[];
  members: readonly string[];
  sends: 'json' | 'lines' | 'nothing';
  /** `data`: JSON in an envelope, which is taken off. */
  answers: 'data' | 'json' | 'text';
  /** Statuses of a success. */
  statuses: readonly number[];
  needsTenant: boolean;
  takesKey: boolean;
  /** A repeat does nothing twice, even without a key. */
  isRepeatable: boolean;
}
