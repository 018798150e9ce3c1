import { createServer, type ServerResponse } from 'node:http';
import { allowedNames, isAllowedHost } from '@hippocamp/runtime/allowed-hosts';
import type { Worker } from '@hippocamp/runtime/worker';

export interface Probes {
  url: string;
  close(): Promise<void>;
}

const send = (response: ServerResponse, status: number, type: string, body: string) =>
  response
    .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .end(body);

const json = 'application/json; charset=utf-8';

const answer = async (worker: Worker, path: string | undefined, response: ServerResponse) => {
  if (path === '/livez') return send(response, 200, json, JSON.stringify({ status: 'live' }));
  if (path === '/metrics') return send(response, 200, 'text/plain; charset=utf-8', await worker.metrics.text());
  if (path === '/readyz') {
    const ready = await worker.readiness();
    return send(response, ready.status === 'ready' ? 200 : 503, json, JSON.stringify(ready));
  }
  return send(response, 404, json, JSON.stringify({ status: 'unknown', paths: ['/livez', '/readyz', '/metrics'] }));
};

/** Serves what a supervisor and Prometheus ask of a worker. */
export async function startProbes(worker: Worker, { host, port }: { host: string; port: number }): Promise<Probes> {
  const names = allowedNames(host, undefined);
  const server = createServer((request, response) => {
    if (!isAllowedHost(names, request.headers.host))
      return send(response, 403, json, JSON.stringify({ status: 'forbidden' }));
    answer(worker, request.url?.split('?', 1)[0], response).catch((error: unknown) => {
      worker.log.error({ error: error instanceof Error ? error.name : typeof error }, 'probe failed');
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
