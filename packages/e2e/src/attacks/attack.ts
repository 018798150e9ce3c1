import type { Api } from '../client.js';

/** A request as it is sent; its body is made before anything is measured. */
export interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** Bytes for a socket of their own, whatever HTTP says of them. */
export interface RawShot {
  raw: Buffer;
  /** ms between two pieces of a hundred bytes; all at once without it. */
  every?: number;
  /** Of the answer nothing is read. */
  deaf?: boolean;
}

export interface Target {
  /** Of a tenant that nobody else uses. */
  api: Api;
  /** Tenants that are filled once and only read, by the name of what fills them. */
  shared(name: string, fill: (api: Api) => Promise<void>): Promise<Api>;
}

/** What a caller may send who wants the service to stand still. */
export interface Attack {
  name: string;
  /** Kept for the long run: it is like others, or takes long to prepare. */
  long?: boolean;
  /** Writes what has to be there, which is not measured, and says what to send. All shots of one step are sent at once. */
  prepare(target: Target): Promise<Step[]> | Step[];
}

/** Shots that are sent at once; the next step follows when all are answered. */
export type Step = readonly (Shot | RawShot)[];
