/** What the engine's thread and the main thread say to each other. One port for all keeps everything in order. */
export interface WorkerSettings {
  /** Absolute, or null for a database in memory. */
  folder: string | null;
  template: Uint8Array | null;
}

export type ToWorker =
  | { type: 'bytes'; session: number; bytes: Uint8Array }
  | { type: 'end'; session: number }
  | { type: 'dump' }
  | { type: 'close' };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'bytes'; session: number; bytes: Uint8Array }
  /** The session is over: by the client's wish, or because another has begun. */
  | { type: 'ended'; session: number }
  | { type: 'dumped'; bytes: Uint8Array }
  | { type: 'closed' };
