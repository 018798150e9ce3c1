import { randomUUID } from 'node:crypto';

export interface ApiAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of many shapes; the service checks them against its schemas
  body: any;
}

export interface Api {
  tenant: string;
  get(path: string, headers?: Record<string, string>): Promise<ApiAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  delete(path: string, headers?: Record<string, string>): Promise<ApiAnswer>;
}

const read = async (response: Response): Promise<ApiAnswer> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
};

/** A client of one tenant; a new tenant unless one is named. */
export function createApi(url: string, tenant = `t-${randomUUID()}`): Api {
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    read(
      await fetch(url + path, {
        method,
        headers: {
          'x-tenant-id': tenant,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  return {
    tenant,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body = {}, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
}
