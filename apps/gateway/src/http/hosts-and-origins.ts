import { isAllowedHost } from '@hippocamp/runtime/allowed-hosts';
import { Problem } from '@hippocamp/shared/problems';
import type { RequestHandler } from 'express';
import type { Outgoing } from './outgoing.js';

export interface HostAndOriginOptions {
  allowedHosts: readonly string[] | undefined;
  /** True where probes answer to any name: a supervisor asks by the container's address. */
  probesByAnyName: boolean;
  allowedOrigins: readonly string[];
}

export const contentPolicy = (more = '') =>
  `default-src 'none'; ${more}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': contentPolicy(),
};

export const withSafeHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of Object.entries(safeHeaders)) response.setHeader(name, value);
  next();
};

const probes = ['/livez', '/readyz'];

const exposed = [
  'etag',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-request-id',
  'idempotency-replayed',
  'preference-applied',
];
const accepted = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'prefer',
  'x-confirm-tenant',
  'x-owner-entity-id',
  'x-owner',
  'x-request-id',
  'x-tenant-id',
];
const PREFLIGHT_SECONDS = '600';

/** Refuses requests whose `Host` is not allowed; see `allowedNames`. */
export const onlyAllowedHosts =
  ({ allowedHosts, probesByAnyName }: HostAndOriginOptions): RequestHandler =>
  (request, _response, next) => {
    const isProbe = probesByAnyName && probes.includes(request.path);
    const named = [request.headers.host, ...(request.headersDistinct.host ?? [])];
    if (isProbe || named.every((host) => isAllowedHost(allowedHosts, host))) return next();
    throw new Problem(
      'forbidden',
      'This service does not answer to the name in `Host`; ALLOWED_HOSTS lists those it does.',
    );
  };

/**
 * Lets pages of allowed origins read answers and send preflighted requests. Other origins need no refusal: every
 * request that changes something has `x-tenant-id` or a JSON body, which a browser never sends to another origin
 * without a preflight.
 */
export const allowOrigins =
  ({ allowedOrigins }: HostAndOriginOptions, { send }: Pick<Outgoing, 'send'>): RequestHandler =>
  (request, response, next) => {
    if (allowedOrigins.length === 0) return next();
    response.vary('origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowedOrigins.includes(origin)) return next();
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', exposed.join(', '));
    if (request.method !== 'OPTIONS' || !request.get('access-control-request-method')) return next();
    response.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PATCH, DELETE');
    response.setHeader('access-control-allow-headers', accepted.join(', '));
    response.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
    void send(response.status(204), '', []);
  };
