import type { Api } from '../client.js';

/** A request; its body is made before the measurement begins. */
export interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** Bytes for a socket of their own, which need not be HTTP. */
export interface RawShot {
  raw: Buffer;
  /** ms between two pieces of a hundred bytes; without it all is sent at once. */
  every?: number;
  deaf?: boolean;
}

export interface Target {
  /** A tenant that no other attack uses. */
  api: Api;
  /** A tenant that is filled once and only read; attacks with the same `name` share it. */
  shared(name: string, fill: (api: Api) => Promise<void>): Promise<Api>;
}

export interface Attack {
  name: string;
  /** Only the long run tries it: it is like another one, or takes long to prepare. */
  long?: boolean;
  /** Writes what the attack needs, which is not measured, and returns what to send. */
  prepare(target: Target): Promise<Step[]> | Step[];
}

export type Step = readonly (Shot | RawShot)[];
