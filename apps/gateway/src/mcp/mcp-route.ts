import type { ReadableStream } from 'node:stream/web';
import type { JsonBounds } from '@hippocamp/core/modules/json/json-scanner';
import type { Screen } from '@hippocamp/core/modules/model/screen';
import type { Log } from '@hippocamp/core/ports/log';
import { version } from '@hippocamp/runtime/version';
import { Problem } from '@hippocamp/shared/problems';
import { connect } from '@hippocamp/tools/connection';
import { createMcpServer } from '@hippocamp/tools/mcp-server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Response as Answer, Request as Asked, RequestHandler } from 'express';
import type { Authorize } from '../http/authorize.js';
import type { DoorOptions } from '../http/door.js';
import type { Outgoing } from '../http/outgoing.js';
import { readBody } from '../http/read-body.js';
import { readMcpConnection, readTenant } from './read-connection.js';

export interface McpRouteOptions extends Pick<DoorOptions, 'allowedHosts' | 'allowedOrigins'> {
  authorize: Authorize;
  /** Asks this service, which looks at the key again. */
  fetch: typeof fetch;
  /** Tenant of connections that name none. */
  mcpTenant: string | undefined;
  body: JsonBounds;
  outgoing: Outgoing;
  screen: Screen;
  log: Log;
}

/**
 * A page of another origin may not ask, also where it needs no header of its own for that. Its own origin is one where the name
 * that it asks by was checked: a name that anybody may have made could be that of a page elsewhere (DNS rebinding).
 */
const refuseOtherOrigins = (request: Asked, { allowedHosts, allowedOrigins }: McpRouteOptions) => {
  const { origin, host } = request.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return;
  if (allowedHosts !== undefined && URL.canParse(origin) && new URL(origin).host === host) return;
  throw new Problem('forbidden', 'Pages of this origin may not ask here; ALLOWED_ORIGINS lists those that may.');
};

const toWebRequest = (request: Asked, headers: Headers, signal: AbortSignal) =>
  new Request('http://localhost/mcp', { method: request.method, headers, signal });

async function send(answer: globalThis.Response, response: Answer, outgoing: Outgoing): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  if (answer.body === null) return void response.end();
  const tenant = String(response.locals.tenant ?? '');
  await outgoing.stream(response, tenant, answer.body as ReadableStream<Uint8Array>);
}

/** MCP over streamable HTTP. Each request stands for itself: there are no sessions, so that any gateway may answer it. */
export function createMcpRoute(options: McpRouteOptions): RequestHandler {
  const { authorize, fetch, mcpTenant, body, outgoing, screen, log } = options;
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const { tenant, whose, apiKey } = readMcpConnection(requestInfo?.headers ?? new Headers(), mcpTenant);
      const asked = { baseUrl: 'http://localhost', fetch, tenant, ...(apiKey !== undefined && { apiKey }) };
      return createMcpServer(connect(asked, whose), version, (texts) => screen(tenant, texts));
    },
    // What a client sent wrong, which it is told; the text may hold what it sent.
    { onerror: (error) => log.info({ error: error.name }, 'an MCP request was refused') },
  );
  return async (request, response) => {
    refuseOtherOrigins(request, options);
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(request.headersDistinct)) headers.set(name, values.join(', '));
    const identity = await authorize(request, { scope: null }, () => readTenant(headers, mcpTenant));
    if (identity.tenant === null)
      throw new Problem('forbidden', 'The key of an operator has no tenant: use one that has.');
    response.locals.tenant = identity.tenant;
    headers.set('x-tenant-id', identity.tenant);
    readMcpConnection(headers, mcpTenant);
    const parsedBody = request.method === 'POST' ? await readBody(request, body) : undefined;
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    await send(await handler.fetch(toWebRequest(request, headers, leaving.signal), { parsedBody }), response, outgoing);
  };
}
