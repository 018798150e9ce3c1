import type { Log } from '@hippocamp/core/ports/log';

/**
 * The first releases with the security fixes of March 2026. Before them, names of JSON members could be chosen so that
 * they share a hash (CVE-2026-21717), and a header named `__proto__` made a request fail (CVE-2026-21710).
 */
const MENDED = ['20.20.2', '22.22.2', '24.14.1', '25.8.2'];

const before = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0;

const majorOf = (version: string): number => Number(version.split('.', 1)[0]);

/** The nearest mended release, where this one is not mended. */
export const mendedNode = (version: string): string | undefined => {
  const nearest = MENDED.find((release) => majorOf(release) >= majorOf(version));
  return nearest !== undefined && before(version, nearest) ? nearest : undefined;
};

export function warnOfNode(log: Log, version = process.versions.node): void {
  const mended = mendedNode(version);
  if (mended !== undefined)
    log.warn({ node: version, mended }, 'this release of Node lacks security fixes of March 2026: install a newer one');
}
