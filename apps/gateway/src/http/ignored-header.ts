const LIMIT = 4000;

/** The header that names members which were sent and not read; none when there are none. */
export function ignoredHeader(paths: readonly string[]): Record<string, string> {
  if (paths.length === 0) return {};
  // A name may be any string; half a surrogate pair has no percent encoding.
  const names = paths.map((path) => encodeURI(path.toWellFormed())).join(', ');
  return { 'x-ignored-members': names.slice(0, LIMIT) };
}
