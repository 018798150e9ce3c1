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
  /** `body` is JSON text, so that serialising is not measured. */
  post(path: string, tenant: string, body: string, headers?: Record<string, string>): Promise<Answer>;
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

/** Node's server closes a connection after five idle seconds, and a request at that moment would fail. */
const IDLE = 3_000;

/** Keeps as many connections as there are requests under way. */
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

export function expectSuccess(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 500)}`);
}
