import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem, type ProblemName, problemBody } from '@hippocamp/shared/problems';
import { safeHeaders } from './door.js';

const byCode: Record<string, [ProblemName, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['header-fields-too-large', 'The headers take more than 16 KiB.'],
};

const otherwise: [ProblemName, string] = ['malformed-request', 'This is not a request that HTTP/1.1 allows.'];

/** Answers on the socket itself, where there is no response to write to, and closes it. */
export function refuse(socket: Duplex, problem: Problem): void {
  const requestId = randomUUID();
  const body = JSON.stringify(problemBody(problem, '/', requestId));
  const { allow } = problem.extras;
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\ncontent-type: application/problem+json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\ncache-control: no-store\r\n` +
      Object.entries(safeHeaders)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') +
      `${allow ? `allow: ${allow.join(', ')}\r\n` : ''}connection: close\r\n\r\n${body}`,
  );
}

export const notHttp = () => new Problem(...otherwise);

/** Answers what never becomes a request: broken HTTP, headers or bodies that take too long, tunnels. */
export function answerConnectionErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    refuse(socket, new Problem(...(byCode[error.code ?? ''] ?? otherwise)));
  });
  server.on('connect', (_request, socket: Duplex) => {
    const allow = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];
    refuse(socket, new Problem('method-not-allowed', 'This is no proxy.', { allow }));
  });
}
