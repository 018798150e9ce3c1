import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ProblemName, problemTypes } from '@hippocamp/shared/problems';

/** The faults that a client may meet, also those that this service does not report itself yet. */
export type ServiceFault =
  /** Lets a request pass, where only a later one is to fail. */
  | { kind: 'pass' }
  | { kind: 'problem'; name: ProblemName; retryAfter?: number }
  | { kind: 'drop answer' }
  /** No answer comes, whether the service has done it (`isDone`) or never saw the request. */
  | { kind: 'hang'; isDone: boolean };

export interface ServiceProxy {
  url: string;
  /** One for each of the next requests; later ones pass. */
  faults: ServiceFault[];
  seen: { request: string; key: string | undefined }[];
  close(): Promise<void>;
}

const ofTheConnection = ['host', 'connection', 'content-length', 'transfer-encoding', 'content-encoding', 'keep-alive'];

const textHeaders = (headers: Iterable<[string, unknown]>): [string, string][] =>
  [...headers].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !ofTheConnection.includes(name) ? [[name, value]] : [],
  );

const bodyOf = async (message: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const sayProblem = (response: ServerResponse, { name, retryAfter }: Extract<ServiceFault, { kind: 'problem' }>) => {
  const { status, title } = problemTypes[name];
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  };
  const body = {
    type: `/problems/${name}`,
    title,
    status,
    detail: 'A fault of the test.',
    instance: '/',
    requestId: '',
  };
  response.writeHead(status, headers).end(JSON.stringify(body));
};

export async function startServiceProxy(serviceUrl: string): Promise<ServiceProxy> {
  const faults: ServiceFault[] = [];
  const seen: ServiceProxy['seen'] = [];

  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request;
    const key = headers['idempotency-key'];
    seen.push({ request: `${method} ${url}`, key: typeof key === 'string' ? key : undefined });
    const body = await bodyOf(request);
    const fault = faults.shift();
    if (fault?.kind === 'problem') return sayProblem(response, fault);
    if (fault?.kind === 'hang' && !fault.isDone) return;
    const answer = await fetch(new URL(url, serviceUrl), {
      method,
      headers: textHeaders(Object.entries(headers)),
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (fault?.kind === 'drop answer') response.destroy();
    else if (fault?.kind !== 'hang')
      response.writeHead(answer.status, Object.fromEntries(textHeaders(answer.headers))).end(bytes);
  };

  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    faults,
    seen,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
