import type { ReadableStream } from 'node:stream/web';
import type { JsonBounds } from '@hippocamp/core/modules/json/json-scanner';
import { malformed } from '@hippocamp/core/modules/json/json-text';
import type { Admission } from '@hippocamp/core/modules/limits/admission';
import type { Screen } from '@hippocamp/core/modules/model/screen';
import { yieldToEventLoop } from '@hippocamp/core/modules/waiting';
import type { Log } from '@hippocamp/core/ports/log';
import { version } from '@hippocamp/runtime/version';
import { Problem } from '@hippocamp/shared/problems';
import { connect } from '@hippocamp/tools/connection';
import { createMcpServer, waitingTools } from '@hippocamp/tools/mcp-server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Response as Answer, Request as Asked, RequestHandler } from 'express';
import { z } from 'zod';
import type { Authorize } from '../http/authorize.js';
import type { BodyRoom } from '../http/body-room.js';
import type { HostAndOriginOptions } from '../http/hosts-and-origins.js';
import type { Outgoing } from '../http/outgoing.js';
import { readBody } from '../http/read-body.js';
import { letIn } from '../http/route.js';
import { readMcpConnection, readTenant } from './read-connection.js';

export interface McpRouteOptions extends Pick<HostAndOriginOptions, 'allowedHosts' | 'allowedOrigins'> {
  authorize: Authorize;
  admission: Admission;
  /** Asks this service, which checks the key again. */
  fetch: typeof fetch;
  mcpTenant: string | undefined;
  body: JsonBounds;
  bodies: BodyRoom;
  outgoing: Outgoing;
  screen: Screen;
  log: Log;
}

/** The service's own origin is allowed only where `Host` was checked, against DNS rebinding. */
const refuseOtherOrigins = (request: Asked, { allowedHosts, allowedOrigins }: McpRouteOptions) => {
  const { origin, host } = request.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return;
  if (allowedHosts !== undefined && URL.canParse(origin) && new URL(origin).host === host) return;
  throw new Problem('forbidden', 'Pages of this origin may not ask here; ALLOWED_ORIGINS lists those that may.');
};

const toWebRequest = (request: Asked, headers: Headers, signal: AbortSignal) =>
  new Request('http://localhost/mcp', { method: request.method, headers, signal });

const message = z.object({ method: z.string(), params: z.object({ name: z.string() }).partial().optional() }).partial();

/** Their answers take room or, as the list of tools does, time. */
const takingPlaces = /^(?:(?:tools|resources|prompts)\/|server\/discover$)/;

const takesPlace = (body: unknown): boolean => {
  const { method = '', params } = message.safeParse(body).data ?? {};
  return takingPlaces.test(method) && !waitingTools.has(params?.name ?? '');
};

const PART = 256 * 1024;

const partsOf = async (answer: globalThis.Response): Promise<Buffer[]> => {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const starts = Array.from({ length: Math.ceil(bytes.length / PART) }, (_, place) => place * PART);
  return starts.map((start) => bytes.subarray(start, start + PART));
};

/** Answers that take places are made whole, once there is room; the others are streamed. */
async function send(
  make: () => Promise<globalThis.Response>,
  response: Answer,
  { outgoing, whole }: { outgoing: Outgoing; whole: boolean },
): Promise<void> {
  const tenant = String(response.locals.tenant ?? '');
  const makeWhole = async () => {
    if (response.destroyed) throw malformed('Nobody waits for this answer any more.');
    // A list of tools is made without a pause, and the next one begins as soon as it is done.
    await yieldToEventLoop();
    const answer = await make();
    return { answer, parts: await partsOf(answer) };
  };
  if (!whole) await outgoing.room(tenant);
  const { answer, parts } = whole
    ? await outgoing.withPlaces('calls', tenant, 1, makeWhole)
    : { answer: await make(), parts: null };
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  if (parts) return outgoing.send(response, tenant, parts);
  if (answer.body === null) return outgoing.send(response, tenant, []);
  await outgoing.stream(response, tenant, answer.body as ReadableStream<Uint8Array>);
}

/** Requests of a tenant that wait or are worked on. Who hangs up leaves them behind. */
const MOST_CALLS = 1000;

function createCallCount() {
  const calls = new Map<string, number>();
  return async (tenant: string, work: () => Promise<void>): Promise<void> => {
    const count = calls.get(tenant) ?? 0;
    if (count >= MOST_CALLS) {
      throw new Problem('overloaded', `${MOST_CALLS} MCP requests of this tenant are under way. Nothing was done.`, {
        retryAfter: 2,
      });
    }
    calls.set(tenant, count + 1);
    try {
      await work();
    } finally {
      const left = (calls.get(tenant) ?? 1) - 1;
      if (left > 0) calls.set(tenant, left);
      else calls.delete(tenant);
    }
  };
}

/** MCP over streamable HTTP, without sessions, so that any gateway may answer. */
export function createMcpRoute(options: McpRouteOptions): RequestHandler {
  const { authorize, admission, fetch, mcpTenant, body, bodies, outgoing, screen, log } = options;
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const { tenant, owner, apiKey } = readMcpConnection(requestInfo?.headers ?? new Headers(), mcpTenant);
      // A call that waited for a limit to pass would hold a place of all meanwhile. Its model is told how long to wait.
      const asked = {
        ...{ baseUrl: 'http://localhost', fetch, tenant, retryRefusals: false },
        ...(apiKey !== undefined && { apiKey }),
      };
      return createMcpServer(connect(asked, owner), version, (texts) => screen(tenant, texts));
    },
    // The client gets the error in the answer; its text may hold input, so it is not logged.
    { onerror: (error) => log.info({ error: error.name }, 'an MCP request was refused') },
  );
  const counted = createCallCount();
  const readSent = (request: Asked) =>
    readBody(request, bodies, body).catch((error: unknown) => {
      bodies.leave(request);
      throw error;
    });
  return async (request, response) => {
    refuseOtherOrigins(request, options);
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(request.headersDistinct)) headers.set(name, values.join(', '));
    const { tenant, keyId } = await authorize(request, { scope: null }, () => readTenant(headers, mcpTenant));
    if (tenant === null) throw new Problem('forbidden', 'The key of an operator has no tenant: use one that has.');
    response.locals.tenant = tenant;
    headers.set('x-tenant-id', tenant);
    readMcpConnection(headers, mcpTenant);
    const leave = await letIn({}, { tenant, keyId }, request, response, admission);
    // Leaves its place after the body: a tool's own request takes another, and must not wait for this one.
    const parsedBody = request.method === 'POST' ? await readSent(request).finally(leave) : leave();
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    const make = () => handler.fetch(toWebRequest(request, headers, leaving.signal), { parsedBody });
    await counted(tenant, () => send(make, response, { outgoing, whole: takesPlace(parsedBody) })).finally(() =>
      bodies.leave(request),
    );
  };
}
