import { connect, createServer } from 'node:net';
import type { EngineSettings } from '@hippocamp/runtime/settings';
import { type Finding, well, wrong } from './finding.js';

const PATIENCE = 2000;
const ports: Record<string, number> = {
  'postgresql:': 5432,
  'postgres:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
  'http:': 80,
  'https:': 443,
};

const answersAt = (host: string, port: number): Promise<string | null> =>
  new Promise((done) => {
    const socket = connect({ host, port, timeout: PATIENCE });
    const end = (reason: string | null) => {
      socket.destroy();
      done(reason);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end(`no answer within ${PATIENCE} ms`));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });

/** Shows only host and port, since a URL may hold a password. */
async function lookAtUrl(what: string, setting: string, url: string): Promise<Finding> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const number = Number(port) || (ports[protocol] ?? 0);
  const reason = await answersAt(host, number);
  const place = `${hostname}:${number}`;
  if (reason === null) return well(what, `${place} answers`);
  return wrong(what, `${place}: ${reason}`, `Start it, or set ${setting} to where it is.`);
}

export function lookAtEngines(engines: EngineSettings): Promise<Finding[]> {
  const qdrant = engines.qdrant ? [lookAtUrl('Qdrant', 'QDRANT_URL', engines.qdrant.url)] : [];
  if (engines.mode === 'embedded') return Promise.all(qdrant);
  const { database, redis } = engines;
  return Promise.all([
    lookAtUrl('PostgreSQL', 'DATABASE_URL', database.url),
    lookAtUrl('Redis', 'REDIS_URL', redis.url),
    ...qdrant,
  ]);
}

const isHippocamp = async (host: string, port: number): Promise<boolean> => {
  try {
    const response = await fetch(`http://${host}:${port}/livez`, { signal: AbortSignal.timeout(PATIENCE) });
    return ((await response.json()) as { status?: unknown }).status === 'live';
  } catch {
    return false;
  }
};

const listenOnce = (host: string, port: number): Promise<string | null> =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => done(null)));
  });

export async function lookAtPort(host: string, port: number): Promise<Finding> {
  const reason = await listenOnce(host, port);
  if (reason === null) return well('Port', port === 0 ? 'any that is free' : `${port} is free`);
  if (await isHippocamp(host, port)) return well('Port', `Hippocamp listens on ${port}`);
  return wrong('Port', `${host}:${port}: ${reason}`, 'Choose another with PORT, or `hippocamp serve --port`.');
}
