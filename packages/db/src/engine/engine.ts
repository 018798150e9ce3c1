import type { Pool } from 'pg';

export interface Engine {
  readonly kind: 'pglite' | 'postgres';
  readonly version: string;
  readonly pool: Pool;
  /** Rejects without an answer, and with `TakesNoWrites` where writes fail. A server has a connection just for it. */
  ping(): Promise<void>;
  /** Waits a few seconds for borrowed clients. */
  close(): Promise<void>;
  /** The data folder as a tar file, a template for others; embedded only. */
  dump?(): Promise<Uint8Array>;
}
