import { randomUUID } from 'node:crypto';

export interface ApiAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of many shapes; the service checks them against its schemas
  body: any;
  text: string;
}

export type Headed = Record<string, string>;

export interface Api {
  url: string;
  tenant: string;
  get(path: string, headers?: Headed): Promise<ApiAnswer>;
  post(path: string, body?: unknown, headers?: Headed): Promise<ApiAnswer>;
  patch(path: string, body: unknown, headers?: Headed): Promise<ApiAnswer>;
  delete(path: string, headers?: Headed): Promise<ApiAnswer>;
  sendText(method: string, path: string, text: string, headers?: Headed): Promise<ApiAnswer>;
}

const read = async (response: Response): Promise<ApiAnswer> => {
  const text = await response.text();
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text, text };
};

/** A client of one tenant, by default a new one; `identity` holds the headers that say who asks. */
export function createApi(
  url: string,
  tenant = `t-${randomUUID()}`,
  identity: Headed = { 'x-tenant-id': tenant },
): Api {
  const send = async (method: string, path: string, text: string | undefined, headers: Headed = {}) =>
    read(
      await fetch(url + path, {
        method,
        headers: {
          ...identity,
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(text === undefined ? {} : { body: text }),
      }),
    );
  return {
    url,
    tenant,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body = {}, headers) => send('POST', path, JSON.stringify(body), headers),
    patch: (path, body, headers) => send('PATCH', path, JSON.stringify(body), headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    sendText: (method, path, text, headers) => send(method, path, text, headers),
  };
}
