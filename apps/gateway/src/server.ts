import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Service } from '@hippocamp/runtime/service';
import type { Settings } from '@hippocamp/runtime/settings';
import { createApp } from './app.js';
import { createHttpServer } from './http-server.js';

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

/** Serves a built service over HTTP. */
export async function startGateway(service: Service, settings: Settings): Promise<RunningGateway> {
  const app = createApp(service, { ...settings, probesByAnyName: !settings.onLoopback });
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
