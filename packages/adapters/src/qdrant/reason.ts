import { isProblem } from '@hippocamp/shared/problems';
import { QdrantFailure } from './failures.js';
import { VersionError } from './version.js';

/** The loggable reason of an error. Our own sentences are safe; those of others may hold input. */
export function reasonOf(error: unknown): string {
  const cause = isProblem(error) ? error.extras.cause : error;
  if (cause instanceof QdrantFailure || cause instanceof VersionError) return cause.message;
  return cause instanceof Error ? cause.name : typeof cause;
}
