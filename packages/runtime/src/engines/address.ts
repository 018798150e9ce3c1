/** Host, port and path of a URL: what people and logs may see of it. */
export function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : pathname}`;
}
