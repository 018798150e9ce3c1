import type { IncomingMessage } from 'node:http';

const read = (target: string): { path: string; host?: string } | null => {
  if (target.startsWith('/') || target === '*') return { path: target };
  if (!URL.canParse(target)) return null;
  const { pathname, search, host } = new URL(target);
  return { path: `${pathname}${search}`, host };
};

/**
 * Leaves the path and query string as the target of a request, which may be sent as a whole URL (RFC 9112, 3.2.2). False where
 * the target or the host is none: Express would answer that with a page of its own.
 */
export function toOriginForm(request: IncomingMessage): boolean {
  const target = read(request.url ?? '');
  if (target === null || (request.httpVersion === '1.1' && request.headers.host === undefined)) return false;
  request.url = target.path;
  // It stands above the header.
  if (target.host !== undefined) request.headers.host = target.host;
  return true;
}
