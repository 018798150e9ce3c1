import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type HttpFault =
  | { kind: 'status'; status: 429 | 500 | 503 }
  /** The engine does it, and the answer is thrown away. */
  | { kind: 'drop answer' }
  /** The engine does it, and the proxy answers another status. */
  | { kind: 'change answer'; status: 500 };

export interface HttpProxy {
  url: string;
  /** Called for each request; null lets it pass. */
  decide: (method: string, path: string) => HttpFault | null;
  close(): Promise<void>;
}

const bodyOf = async (message: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const refuse = (response: ServerResponse, status: number) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...(status === 429 ? { 'retry-after': '1' } : {}) })
    .end(JSON.stringify({ status: { error: 'a fault of the test' }, time: 0 }));

export async function startHttpProxy(engineUrl: string): Promise<HttpProxy> {
  const proxy: Pick<HttpProxy, 'decide'> = { decide: () => null };

  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = request;
    const body = await bodyOf(request);
    const fault = proxy.decide(method, url);
    if (fault?.kind === 'status') return refuse(response, fault.status);
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)
        ? [[name, value]]
        : [],
    );
    const answer = await fetch(new URL(url, engineUrl), {
      method,
      headers,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const text = await answer.text();
    if (fault?.kind === 'drop answer') return response.destroy();
    if (fault?.kind === 'change answer') return refuse(response, fault.status);
    return response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
      .end(text);
  };

  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the proxy has no port');
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
