import { chmod, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { duplexPair } from 'node:stream';
import type { Service } from '@hippocamp/runtime/service';
import { socketPathOf } from '@hippocamp/runtime/service-socket';
import type { Settings } from '@hippocamp/runtime/settings';
import { createApp } from '../app.js';
import { type Authorize, createAuthorize } from '../http/authorize.js';
import { createBodyRoom } from '../http/body-room.js';
import { createOutgoing } from '../http/outgoing.js';
import { createHttpServer } from '../http-server.js';
import { fetchOver } from './fetch-over.js';

/** The service for this program itself, and for processes of the same user that share its data folder. */
export interface InProcessServer {
  /** Asks it without a socket. */
  fetch: typeof fetch;
  /** Stops listening and waits for requests under way, at most `milliseconds`. */
  close(milliseconds: number): Promise<void>;
}

/** No page of a browser gets here, so any name will do, and whoever does may know all. */
const anyHost = { allowedHosts: undefined, allowedOrigins: [], probesByAnyName: true, opsPort: undefined };

/** Bits that the socket does not have between being made and `chmod`: nobody else ever connects. */
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

/** A leftover socket belongs to a process that died, because the folder is ours. */
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

/** Serves a built service to this program alone, who asks being told as `authorize` does. */
export function serveWithin(service: Service, settings: Settings, authorize: Authorize) {
  const app = createApp(service, {
    ...settings,
    ...anyHost,
    authorize,
    outgoing: createOutgoing(),
    bodies: createBodyRoom(),
  });
  const { server, close } = createHttpServer(app, settings);
  const connect = () => {
    const [ours, theirs] = duplexPair();
    server.emit('connection', theirs);
    return ours;
  };
  return { server, fetch: fetchOver(connect), close };
}

/** The same for whoever runs it, who needs no key; in embedded mode also at the socket that the lock of its folder names. */
export async function openInProcess(service: Service, settings: Settings): Promise<InProcessServer> {
  const { keyCheck: check } = service;
  const authorize = createAuthorize({ check, mode: settings.auth.mode, trusted: true });
  const { server, fetch, close } = serveWithin(service, settings, authorize);
  await listenInFolder(server, settings, service);
  return { fetch, close };
}
