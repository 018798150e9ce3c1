import { chmod, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { duplexPair } from 'node:stream';
import type { Service } from '@hippocamp/runtime/service';
import { socketPathOf } from '@hippocamp/runtime/service-socket';
import type { Settings } from '@hippocamp/runtime/settings';
import { createApp } from '../app.js';
import { type Authorize, createAuthorize } from '../http/authorize.js';
import { boundsFor, createBodyRoom } from '../http/body-room.js';
import { createOutgoing } from '../http/outgoing.js';
import { createHttpServer } from '../http-server.js';
import { fetchOver } from './fetch-over.js';

export interface InProcessServer {
  fetch: typeof fetch;
  close(milliseconds: number): Promise<void>;
}

/** No browser reaches this server, and its callers may see everything. */
const anyHost = { allowedHosts: undefined, allowedOrigins: [], probesByAnyName: true, tellsAll: true };

/** The umask between creation and `chmod`, so that no other user ever connects. */
const FOR_OTHERS = 0o077;

const bind = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const before = process.umask(FOR_OTHERS);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(before);
    }
  });

/** A leftover socket belongs to a dead process, because this one holds the folder. */
async function listenAt(server: Server, path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
  await bind(server, path);
  await chmod(path, 0o600);
}

const listenInFolder = async (server: Server, { engines }: Settings, { log }: Service): Promise<void> => {
  const path = engines.mode === 'embedded' ? await socketPathOf(engines.folder) : null;
  if (path === null) return;
  await listenAt(server, path).catch((error: NodeJS.ErrnoException) =>
    log.warn({ code: error.code }, 'no socket can be made for the data folder: other programs cannot attach to it'),
  );
};

/** Serves a built service to this program alone; `authorize` decides what a caller may do. */
export function serveWithin(service: Service, settings: Settings, authorize: Authorize) {
  const app = createApp(service, {
    ...settings,
    ...anyHost,
    authorize,
    outgoing: createOutgoing(),
    bodies: createBodyRoom(boundsFor(Math.max(settings.body.bytes, settings.batchBody.bytes))),
  });
  const { server, close } = createHttpServer(app, settings);
  const connect = () => {
    const [ours, theirs] = duplexPair();
    server.emit('connection', theirs);
    return ours;
  };
  return { server, fetch: fetchOver(connect), close };
}

/** Serves without keys to this program, and in embedded mode also at the socket in the data folder. */
export async function openInProcess(service: Service, settings: Settings): Promise<InProcessServer> {
  const { keyCheck: check } = service;
  const authorize = createAuthorize({ check, mode: settings.auth.mode, trusted: true });
  const { server, fetch, close } = serveWithin(service, settings, authorize);
  await listenInFolder(server, settings, service);
  return { fetch, close };
}
