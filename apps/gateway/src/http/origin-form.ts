import type { IncomingMessage } from 'node:http';

const pathOf = (target: string): string | null => {
  if (target.startsWith('/') || target === '*') return target;
  if (!URL.canParse(target)) return null;
  const { pathname, search } = new URL(target);
  return `${pathname}${search}`;
};

/**
 * Leaves the path and query string as the target of a request, which may be sent as a whole URL (RFC 9112, 3.2.2). False where
 * the target or the host is none: Express would answer that with a page of its own.
 */
export function toOriginForm(request: IncomingMessage): boolean {
  const path = pathOf(request.url ?? '');
  if (path === null || (request.httpVersion === '1.1' && request.headers.host === undefined)) return false;
  request.url = path;
  return true;
}
