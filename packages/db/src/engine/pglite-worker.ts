import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import {
  createAnswer,
  createFrontendReader,
  type FrontendPart,
  type OwnBytes,
  simpleQuery,
  sync,
} from './wire-protocol.js';
import type { FromWorker, ToWorker, WorkerSettings } from './worker-host.js';

/** PGlite has one session and blocks its thread, so it runs in a thread of its own. */

const SYNC = 'S'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const REFUSED_ENCRYPTION = 'N'.charCodeAt(0);

const START_PARAMETERS = [
  ...PGlite.defaultStartParams,
  ...['-c', 'timezone=UTC'],
  // The files are in the machine's cache, so random pages cost little more than others.
  ...['-c', 'random_page_cost=1.1'],
  // Resident from the start; further pages lie in the machine's file cache.
  ...['-c', 'shared_buffers=64MB'],
  // Deeper recursion gives an error; the engine's default exceeds the thread's stack and ends it silently.
  ...['-c', 'max_stack_depth=1MB'],
];

/** A failed session may still skip to the next Sync, which swallows the first rollback. */
const RESET = Buffer.concat([simpleQuery('ROLLBACK'), sync(), simpleQuery('ROLLBACK'), simpleQuery('DISCARD ALL')]);

const ignore = () => undefined;

async function run(database: PGlite, bytes: Uint8Array, last: number, send: (bytes: OwnBytes) => void): Promise<void> {
  const answer = createAnswer(send);
  await database.execProtocolRawStream(bytes, { syncToFs: false, onRawData: answer.add });
  answer.flush();
  if ((last === SYNC || last === QUERY) && !answer.isReady()) {
    throw new Error('the engine broke off in the middle of a statement');
  }
}

function createSessions(database: PGlite, post: (message: FromWorker, transfer: ArrayBuffer[]) => void) {
  let latest = 0;
  let read: ReturnType<typeof createFrontendReader> | null = null;

  async function end(): Promise<void> {
    if (!read) return;
    read = null;
    await run(database, RESET, QUERY, ignore);
  }

  async function begin(session: number): Promise<void> {
    if (read) post({ type: 'ended', session: latest }, []);
    await end();
    latest = session;
    read = createFrontendReader();
  }

  async function handle(part: FrontendPart, session: number): Promise<void> {
    const send = (bytes: OwnBytes) => post({ type: 'bytes', session, bytes }, [bytes.buffer]);
    if (part.kind === 'encryption') send(Uint8Array.of(REFUSED_ENCRYPTION));
    if (part.kind === 'startup') await run(database, part.bytes, QUERY, send);
    if (part.kind === 'messages') await run(database, part.bytes, part.last, send);
    if (part.kind === 'terminate') await end();
  }

  return {
    async receive(session: number, bytes: Uint8Array): Promise<void> {
      if (session > latest) await begin(session);
      if (session < latest || !read) return;
      for (const part of read(bytes)) await handle(part, session);
    },
    async end(session: number): Promise<void> {
      if (session === latest) await end();
    },
  };
}

async function dump(database: PGlite): Promise<OwnBytes> {
  const file = await database.dumpDataDir('none');
  return new Uint8Array(await file.arrayBuffer());
}

async function serve(port: MessagePort, { folder, template }: WorkerSettings): Promise<void> {
  const database = await PGlite.create({
    dataDir: folder ?? 'memory://',
    extensions: { vector },
    startParams: START_PARAMETERS,
    ...(template ? { loadDataDir: new Blob([template as OwnBytes]) } : {}),
  });
  const post = (message: FromWorker, transfer: ArrayBuffer[]) => port.postMessage(message, transfer);
  const sessions = createSessions(database, post);

  async function handle(message: ToWorker): Promise<void> {
    if (message.type === 'bytes') await sessions.receive(message.session, message.bytes);
    if (message.type === 'end') await sessions.end(message.session);
    if (message.type === 'dump') {
      const bytes = await dump(database);
      post({ type: 'dumped', bytes }, [bytes.buffer]);
    }
    if (message.type === 'close') {
      await database.close();
      port.close();
    }
  }

  let work = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    work = work.then(() => handle(message)).catch(giveUp);
  });
  post({ type: 'ready' }, []);
}

/** Emscripten throws objects that are no errors. */
const asError = (thrown: unknown): Error => {
  if (thrown instanceof Error) return thrown;
  const isObject = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  return new Error(String(isObject ? thrown.message : thrown));
};

/** A failed engine must not be asked again: the thread ends with the error. */
function giveUp(thrown: unknown): Promise<void> {
  setImmediate(() => {
    throw asError(thrown);
  });
  return new Promise(() => undefined);
}

if (parentPort) await serve(parentPort, workerData as WorkerSettings).catch(giveUp);
