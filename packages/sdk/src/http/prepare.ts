import type { CallOptions, Settings } from '../options.js';
import type { Route } from '../route.js';

export interface CallRequest {
  params?: Readonly<Record<string, string>>;
  query?: object;
  body?: unknown;
  headers?: object;
}

export interface Prepared {
  url: string;
  init: { method: string; headers: Record<string, string>; body?: string };
  idempotencyKey: string | undefined;
}

const pathOf = (route: Route, params: Readonly<Record<string, string>>): string =>
  route.params.reduce((path, name) => {
    const value = params[name];
    // These values would make it another path.
    if (typeof value !== 'string' || ['', '.', '..'].includes(value)) {
      throw new TypeError(`${name} is ${JSON.stringify(value)}, which is none: ${route.method} ${route.path}`);
    }
    return path.replace(`{${name}}`, () => encodeURIComponent(value));
  }, route.path);

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const queryOf = (query: object): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const parts = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(value))}`);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
};

const bodyOf = ({ sends }: Route, body: unknown): { body?: string; type?: string } => {
  if (sends === 'nothing') return {};
  if (sends === 'lines') return { body: String(body ?? ''), type: 'application/x-ndjson' };
  return { body: JSON.stringify(body ?? {}), type: 'application/json' };
};

const tag = (version: number | string) => (typeof version === 'number' ? `"${version}"` : version);

const present = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

export function prepare(
  settings: Settings,
  route: Route,
  request: CallRequest,
  options: CallOptions,
  newKey: () => string,
): Prepared {
  const { apiKey } = settings;
  const idempotencyKey = route.takesKey ? (options.idempotencyKey ?? newKey()) : undefined;
  const { body, type } = bodyOf(route, request.body);
  const headers = present({
    ...settings.headers,
    authorization: apiKey === undefined ? undefined : `Bearer ${apiKey}`,
    'x-tenant-id': route.needsTenant ? (options.tenant ?? settings.tenant) : undefined,
    'content-type': type,
    'idempotency-key': idempotencyKey,
    'if-match': options.ifMatch === undefined ? undefined : tag(options.ifMatch),
    prefer: options.respondAsync ? 'respond-async' : undefined,
    ...(request.headers as Record<string, string> | undefined),
    ...options.headers,
  });
  const url = settings.baseUrl + pathOf(route, request.params ?? {}) + queryOf(request.query ?? {});
  return { url, init: { method: route.method, headers, ...(body === undefined ? {} : { body }) }, idempotencyKey };
}
