import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, type ProblemName, problemBody } from '@hippocamp/shared/problems';

const byCode: Record<string, [ProblemName, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['header-fields-too-large', 'The headers take more than 16 KiB.'],
};

const otherwise: [ProblemName, string] = ['malformed-json', 'This is not a request that HTTP/1.1 allows.'];

/** Answers what never becomes a request: broken HTTP, headers or bodies that take too long. */
export function answerConnectionErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [name, detail] = byCode[error.code ?? ''] ?? otherwise;
    const problem = new Problem(name, detail);
    const body = JSON.stringify(problemBody(problem, '/', randomUUID()));
    socket.end(
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\ncontent-type: application/problem+json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
}
