import { isIPv4 } from 'node:net';

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** Without port, in lower case; IPv6 in brackets, as in a URL. */
const nameIn = (host: string): string => {
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':');
  const name = end > 0 ? host.slice(0, end) : host;
  return name.toLowerCase().replace(/\.$/, '');
};

const inBrackets = (address: string) => (address.includes(':') ? `[${address}]` : address);

/** A service on loopback has only its own names, against DNS rebinding; undefined for any. */
export function allowedNames(host: string, given: readonly string[] | undefined): readonly string[] | undefined {
  if (given?.includes('*')) return undefined;
  if (given) return given.map((name) => nameIn(inBrackets(name)));
  return isLoopback(host) ? ['localhost', '127.0.0.1', '[::1]', inBrackets(host)] : undefined;
}

/** HTTP/1.0 may name no host; browsers always do. */
export const isAllowedHost = (names: readonly string[] | undefined, header: string | undefined): boolean =>
  names === undefined || header === undefined || names.includes(nameIn(header));
