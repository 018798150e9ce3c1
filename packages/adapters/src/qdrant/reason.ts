import { isProblem } from '@hippocamp/shared/problems';
import { QdrantFailure } from './failures.js';
import { VersionError } from './version.js';

/** Only own sentences are logged; those of others may hold input. */
export function reasonOf(error: unknown): string {
  const cause = isProblem(error) ? error.extras.cause : error;
  if (cause instanceof QdrantFailure || cause instanceof VersionError) return cause.message;
  return cause instanceof Error ? cause.name : typeof cause;
}
