import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { warnOfNode } from '@hippocamp/runtime/node-release';
import { type Probes, startProbes } from '@hippocamp/runtime/probes';
import type { Program } from '@hippocamp/runtime/program';
import { createService, type Service } from '@hippocamp/runtime/service';
import { refuseOpenDoor, type Settings } from '@hippocamp/runtime/settings';
import { createApp } from './app.js';
import { createAuthorize } from './http/authorize.js';
import { boundsFor, createBodyRoom } from './http/body-room.js';
import { createOutgoing } from './http/outgoing.js';
import { createHttpServer } from './http-server.js';
import { openInProcess, serveWithin } from './inside/inside.js';
import { createMcpRoute } from './mcp/mcp-route.js';

interface RunningGateway {
  url: string;
  drain(milliseconds: number): Promise<void>;
  close(milliseconds: number): Promise<void>;
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

/** MCP tools ask the service from inside, with the key of their connection. */
async function startGateway(service: Service, settings: Settings): Promise<RunningGateway> {
  const outgoing = createOutgoing();
  const bodies = createBodyRoom(boundsFor(Math.max(settings.body.bytes, settings.batchBody.bytes)));
  const { keyCheck: check, admission, screen, log } = service;
  const authorize = createAuthorize({ check, mode: settings.auth.mode, trusted: false });
  const { fetch } = serveWithin(service, settings, authorize);
  const mcp = createMcpRoute({ ...settings, outgoing, bodies, authorize, admission, fetch, screen, log });
  const isPrivate = settings.auth.mode === 'off' || settings.onLoopback;
  const tellsAll = settings.opsPort === undefined && isPrivate;
  const probesByAnyName = !settings.onLoopback;
  const app = createApp(service, { ...settings, outgoing, bodies, authorize, probesByAnyName, tellsAll }, mcp);
  const { server, drain, close } = createHttpServer(app, settings);
  const port = await listen(server, settings.port, settings.host);
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return {
    url: `http://${host}:${port}`,
    async drain(milliseconds) {
      drain();
      await setTimeout(milliseconds);
    },
    close,
  };
}

const startOps = (service: Service, { opsPort, host }: Settings): Promise<Probes | undefined> =>
  opsPort === undefined
    ? Promise.resolve(undefined)
    : startProbes(service, { host, port: opsPort }).catch((error: unknown) => {
        throw Object.assign(error as Error, { setting: 'OPS_PORT' });
      });

const OPEN =
  'it listens beyond this machine and asks for no keys: whoever reaches it may read and write everything; keep others out, and set ALLOWED_HOSTS to the names by which it is asked';

/** Figures cover all tenants, so the operator learns where they are served. */
const tellOfFigures = ({ auth, opsPort, onLoopback }: Settings, log: Service['log']) => {
  if (auth.mode === 'off' || opsPort !== undefined) return;
  if (onLoopback)
    log.info({}, 'metrics, of all tenants together, are served at PORT: set OPS_PORT where a proxy passes requests on');
  else log.warn({}, 'metrics and the checks of /readyz are served nowhere: set OPS_PORT');
};

const say = (line: string) => process.stdout.write(`${line}\n`);

export async function serve(settings: Settings): Promise<Program> {
  refuseOpenDoor(settings);
  const service = await createService(settings);
  const inside = await openInProcess(service, settings);
  const { log, about, version } = service;
  const close = async (ms: number) => {
    await inside.close(ms);
    await service.close();
  };
  const probes = await startOps(service, settings).catch(async (error: unknown) => {
    await close(0);
    throw error;
  });
  const gateway = await startGateway(service, settings).catch(async (error: unknown) => {
    await probes?.close();
    await close(0);
    throw error;
  });
  if (!settings.onLoopback && settings.auth.mode === 'off')
    log.warn({ host: settings.host, allowedHosts: settings.allowedHosts ?? '*' }, OPEN);
  tellOfFigures(settings, log);
  warnOfNode(log);
  log.info({ url: gateway.url, ...(probes && { ops: probes.url }), ...about }, 'listening');
  if (process.stdout.isTTY) {
    say(`\n  Hippocamp ${version} listens on ${gateway.url}  (read ${gateway.url}/docs)`);
    for (const [part, what] of Object.entries(about)) say(`  ${part.padEnd(11)} ${what}`);
    say('  Ctrl-C stops it.\n');
  }
  return {
    log,
    async stop() {
      service.retire();
      await gateway.drain(settings.drain);
      await gateway.close(settings.stopTimeout);
      await close(settings.stopTimeout);
      await probes?.close();
    },
  };
}
