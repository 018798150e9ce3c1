/** What the engine's thread and the main thread say to each other. One port for all keeps everything in order. */
export interface WorkerSettings {
  /** Absolute, or null for a database in memory. */
  folder: string | null;
  template: Uint8Array | null;
}

/** Bytes whose memory moves to the other thread. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

export type ToWorker =
  | { type: 'bytes'; session: number; bytes: OwnBytes }
  | { type: 'end'; session: number }
  | { type: 'dump' }
  | { type: 'close' };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'bytes'; session: number; bytes: OwnBytes }
  /** Another session has begun, and there is only one. */
  | { type: 'ended'; session: number }
  | { type: 'dumped'; bytes: OwnBytes };
