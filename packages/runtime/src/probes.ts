import { createServer, type ServerResponse } from 'node:http';
import type { Log } from '@hippocamp/core/ports/log';
import type { Ready } from '@hippocamp/shared/schemas/system';
import { allowedNames, isAllowedHost } from './allowed-hosts.js';
import type { Metrics } from './metrics.js';

export interface Probes {
  url: string;
  close(): Promise<void>;
}

interface Probed {
  metrics: Metrics;
  log: Log;
  readiness(): Promise<Ready>;
}

const send = (response: ServerResponse, status: number, type: string, body: string) =>
  response
    .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .end(body);

const json = 'application/json; charset=utf-8';

const answer = async (probed: Probed, path: string | undefined, response: ServerResponse) => {
  if (path === '/livez') return send(response, 200, json, JSON.stringify({ status: 'live' }));
  if (path === '/metrics') return send(response, 200, 'text/plain; charset=utf-8', await probed.metrics.text());
  if (path === '/readyz') {
    const ready = await probed.readiness();
    return send(response, ready.status === 'ready' ? 200 : 503, json, JSON.stringify(ready));
  }
  return send(response, 404, json, JSON.stringify({ status: 'unknown', paths: ['/livez', '/readyz', '/metrics'] }));
};

export async function startProbes(probed: Probed, { host, port }: { host: string; port: number }): Promise<Probes> {
  const names = allowedNames(host, undefined);
  const server = createServer((request, response) => {
    if (!isAllowedHost(names, request.headers.host))
      return send(response, 403, json, JSON.stringify({ status: 'forbidden' }));
    answer(probed, request.url?.split('?', 1)[0], response).catch((error: unknown) => {
      probed.log.error({ error: error instanceof Error ? error.name : typeof error }, 'probe failed');
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
