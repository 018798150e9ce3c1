import { isProblem } from '@hippocamp/shared/problems';
import { QdrantFailure } from './failures.js';
import { VersionError } from './version.js';

/** What is logged of an error. Sentences of our own are for the log; those of others may hold what was worked on. */
export function reasonOf(error: unknown): string {
  const told = isProblem(error) ? error.extras.cause : error;
  if (told instanceof QdrantFailure || told instanceof VersionError) return told.message;
  return told instanceof Error ? told.name : typeof told;
}
