import { type Log, LoggableError } from '@hippocamp/core/ports/log';
import type { Connection } from './connection.js';

/** 1.16 brought `update_filter`, which keeps an old version from replacing a newer one. */
const LEAST = [1, 16] as const;
/** Earlier versions may lose acknowledged points at a restart (qdrant issue 8008). */
const SAFE = [1, 19] as const;

export class VersionError extends LoggableError {}

type Version = readonly [major: number, minor: number];

const before = ([major, minor]: Version, [otherMajor, otherMinor]: Version) =>
  major < otherMajor || (major === otherMajor && minor < otherMinor);

const read = (version: string): Version => {
  const [major, minor] = version.split('.').map((part) => Number.parseInt(part, 10));
  return [major ?? 0, minor ?? 0];
};

/** Checks once per connection. Rejects with `VersionError`. */
export function createVersionCheck(connection: Connection, log: Log): () => Promise<void> {
  let checked = false;
  return async () => {
    if (checked) return;
    const { version } = await connection.call('version', (client) => client.versionInfo());
    if (before(read(version), LEAST)) {
      throw new VersionError(
        `Qdrant ${version} is too old: Hippocamp needs ${LEAST.join('.')} or later, best ${SAFE.join('.')}.`,
      );
    }
    if (before(read(version), SAFE)) {
      log.warn({ version }, 'this Qdrant may lose points that it acknowledged when it is restarted; 1.19 does not');
    }
    checked = true;
  };
}
