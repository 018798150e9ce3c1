import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface Answer {
  status: number;
  text: string;
  /** From the call until the last byte of the answer. */
  milliseconds: number;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Client {
  get(path: string): Promise<Answer>;
  /** `body` is JSON already, so that writing it is not measured. */
  post(path: string, tenant: string, body: string, headers?: Record<string, string>): Promise<Answer>;
  /** `body` is JSON already. */
  send(method: Method, path: string, headers: Record<string, string>, body?: string): Promise<Answer>;
  close(): void;
}

interface Outgoing {
  method: Method;
  headers: Record<string, string | number>;
  body?: string | undefined;
}

const send = (agent: Agent, url: string, { method, headers, body }: Outgoing) =>
  new Promise<Answer>((resolve, reject) => {
    const start = performance.now();
    const outgoing = request(url, { agent, method, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const milliseconds = performance.now() - start;
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString(), milliseconds });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** Node closes a connection that nobody used for five seconds; a client that uses it at that moment sees it break. */
const IDLE = 3_000;

/** HTTP over connections that are kept; as many as there are requests under way. */
export function createClient(url: string): Client {
  const agent = new Agent({ keepAlive: true, noDelay: true, timeout: IDLE });
  return {
    get: (path) => send(agent, url + path, { method: 'GET', headers: {} }),
    post: (path, tenant, body, headers = {}) => {
      const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      return send(agent, url + path, { method: 'POST', headers: { 'x-tenant-id': tenant, ...type, ...headers }, body });
    },
    send: (method, path, headers, body) => {
      const sent = body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      return send(agent, url + path, { method, headers: { ...headers, ...sent }, body });
    },
    close: () => agent.destroy(),
  };
}

/** The answer, if it is one of success. */
export function expectSuccess(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 500)}`);
}
