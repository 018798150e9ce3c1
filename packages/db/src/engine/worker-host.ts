import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { joined, type OwnBytes } from './wire-protocol.js';

/** A single port keeps the messages in order. */
export interface WorkerSettings {
  /** Absolute, or null for a database in memory. */
  folder: string | null;
  template: Uint8Array | null;
}

export type ToWorker =
  | { type: 'bytes'; session: number; bytes: OwnBytes }
  | { type: 'end'; session: number }
  | { type: 'dump' }
  | { type: 'close' };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'bytes'; session: number; bytes: OwnBytes }
  /** There is only one session, and another began. */
  | { type: 'ended'; session: number }
  | { type: 'dumped'; bytes: OwnBytes };

interface Wire {
  send(bytes: OwnBytes): void;
  end(): void;
}

interface WireEvents {
  bytes(bytes: Uint8Array): void;
  lost(error: Error): void;
}

const createSocketManners = (connect: () => void) => ({
  connect,
  setNoDelay: () => undefined,
  setKeepAlive: () => undefined,
  ref: () => undefined,
  unref: () => undefined,
});

function createWorkerStream(open: (events: WireEvents) => Wire): Duplex {
  let wire: Wire | null = null;
  const stream: Duplex = new Duplex({
    read: () => undefined,
    write(chunk: Uint8Array, _encoding, done) {
      wire?.send(joined([chunk]));
      done();
    },
    // node-postgres corks one round of messages, so they cross to the other thread as one.
    writev(chunks, done) {
      wire?.send(joined(chunks.map(({ chunk }) => chunk as Uint8Array)));
      done();
    },
    final(done) {
      wire?.end();
      stream.push(null);
      done();
    },
    destroy(error, done) {
      wire?.end();
      done(error);
    },
  });
  const connect = () => {
    wire = open({
      bytes: (bytes) => stream.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      lost: (error) => stream.destroy(error),
    });
    process.nextTick(() => stream.emit('connect'));
  };
  return Object.assign(stream, createSocketManners(connect));
}

export interface WorkerHost {
  connect(): Duplex;
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Deep JSON would overflow the usual 4 MB before Postgres notices; see `pglite-worker.ts`. */
const STACK_MEGABYTES = 32;

/** MiB of the heap's young generation, which would grow to 48. */
const YOUNG_MEGABYTES = 12;

/** ms for the last checkpoint. */
const CLOSE_MS = 5_000;

/** Looks like a broken socket, so that callers and Prisma tell it from an error of the query. */
const stopped = (cause: unknown, broken = { code: 'ECONNRESET', errno: -104, syscall: 'read' }) =>
  Object.assign(
    new Error(`The embedded database has stopped: ${cause instanceof Error ? cause.message : cause}`, { cause }),
    broken,
  );

/** For later calls, of which nothing was in progress. */
const refused = { code: 'ECONNREFUSED', errno: -111, syscall: 'connect' };

interface State {
  sessions: Map<number, WireEvents>;
  dumps: { resolve(bytes: Uint8Array): void; reject(error: Error): void }[];
  failure: Error | null;
}

function fail(state: State, cause: unknown): void {
  if (state.failure) return;
  const failure = stopped(cause);
  state.failure = failure;
  for (const events of state.sessions.values()) events.lost(failure);
  for (const dump of state.dumps) dump.reject(failure);
  state.sessions.clear();
}

function receive(state: State, message: FromWorker): void {
  if (message.type === 'bytes') state.sessions.get(message.session)?.bytes(message.bytes);
  if (message.type === 'dumped') state.dumps.shift()?.resolve(message.bytes);
  if (message.type === 'ended') {
    state.sessions.get(message.session)?.lost(stopped('another connection took its place'));
    state.sessions.delete(message.session);
  }
}

function openSession(state: State, session: number, post: (message: ToWorker) => void, events: WireEvents): Wire {
  if (state.failure) process.nextTick(events.lost, stopped(state.failure.cause, refused));
  else state.sessions.set(session, events);
  return {
    send: (bytes) => post({ type: 'bytes', session, bytes }),
    end: () => {
      if (state.sessions.delete(session)) post({ type: 'end', session });
    },
  };
}

async function start(settings: WorkerSettings): Promise<Worker> {
  const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), {
    name: 'pglite',
    workerData: settings,
    resourceLimits: { stackSizeMb: STACK_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  const [message] = await Promise.race([once(worker, 'message'), once(worker, 'exit')]);
  if (message.type !== 'ready') throw new Error(`its thread ended with code ${message}`);
  return worker;
}

export async function startWorkerHost(settings: WorkerSettings): Promise<WorkerHost> {
  const worker = await start(settings);
  const state: State = { sessions: new Map(), dumps: [], failure: null };
  const exited = once(worker, 'exit').catch(() => undefined);
  const post = (message: ToWorker) =>
    worker.postMessage(message, message.type === 'bytes' ? [message.bytes.buffer] : []);
  worker.on('message', (message: FromWorker) => receive(state, message));
  worker.on('error', (error) => fail(state, error));
  worker.on('exit', (code) => fail(state, `its thread ended with code ${code}`));
  let sessions = 0;
  return {
    connect: () => createWorkerStream((events) => openSession(state, ++sessions, post, events)),
    dump: () =>
      new Promise((resolve, reject) => {
        if (state.failure) return reject(state.failure);
        state.dumps.push({ resolve, reject });
        post({ type: 'dump' });
      }),
    async close() {
      post({ type: 'close' });
      await Promise.race([exited, setTimeout(CLOSE_MS, undefined, { ref: false })]);
      await worker.terminate();
    },
  };
}
