import type { Pool } from 'pg';

/** A running database: the embedded one or a server. Both are used through an ordinary pool. */
export interface Engine {
  readonly kind: 'pglite' | 'postgres';
  /** The server's version, such as "18.6". */
  readonly version: string;
  readonly pool: Pool;
  /** Asks it as nobody else does, whatever waits in the pool. Rejects where it does not answer, with `TakesNoWrites` where it only reads. */
  ping(): Promise<void>;
  /** Waits a few seconds for borrowed clients, then closes all the same. */
  close(): Promise<void>;
  /** The data folder as a tar file, to start others from; embedded only. */
  dump?(): Promise<Uint8Array>;
}
