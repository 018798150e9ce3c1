import { isIPv4 } from 'node:net';

/** Reached from this machine alone. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** The name in a header `Host`: without port, in small letters; IPv6 in brackets, as in a URL. */
const nameIn = (host: string): string => {
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':');
  const name = end > 0 ? host.slice(0, end) : host;
  return name.toLowerCase().replace(/\.$/, '');
};

const inBrackets = (address: string) => (address.includes(':') ? `[${address}]` : address);

/**
 * The names by which a service may be asked; undefined for any. A service on a loopback address answers to the names of that
 * alone: a web page can let a name of its own point to 127.0.0.1, and then read from it (DNS rebinding).
 */
export function allowedNames(host: string, given: readonly string[] | undefined): readonly string[] | undefined {
  if (given?.includes('*')) return undefined;
  if (given) return given.map((name) => nameIn(inBrackets(name)));
  return isLoopback(host) ? ['localhost', '127.0.0.1', '[::1]', inBrackets(host)] : undefined;
}

/** A request of HTTP/1.0 may name no host; no browser sends one. */
export const isAllowedHost = (names: readonly string[] | undefined, header: string | undefined): boolean =>
  names === undefined || header === undefined || names.includes(nameIn(header));
