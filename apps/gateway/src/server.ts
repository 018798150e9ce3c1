import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Service } from '@hippocamp/runtime/service';
import type { Settings } from '@hippocamp/runtime/settings';
import { createApp } from './app.js';
import { createHttpServer } from './http-server.js';
import type { Inside } from './inside/inside.js';
import { createMcpRoute } from './mcp/mcp-route.js';

export interface RunningGateway {
  url: string;
  /** Goes on answering for so many ms, and asks clients to leave with each answer. */
  drain(milliseconds: number): Promise<void>;
  /** Stops listening and waits for requests under way, at most `milliseconds`. */
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

/** Serves a built service over HTTP. Its tools ask it from inside. */
export async function startGateway(service: Service, settings: Settings, inside: Inside): Promise<RunningGateway> {
  const mcp = createMcpRoute({ ...settings, fetch: inside.fetch, log: service.log });
  const app = createApp(service, { ...settings, probesByAnyName: !settings.onLoopback }, mcp);
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
