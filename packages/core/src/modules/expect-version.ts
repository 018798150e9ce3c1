import { Problem } from '@hippocamp/shared/problems';

/** The row that was looked for by its id. Throws not-found where there is none. */
export function known<Row>(name: string, row: Row | null | undefined): Row {
  if (row) return row;
  throw new Problem('not-found', `No ${name} has this id.`);
}

/** Throws precondition-failed unless the record is at one of the versions that the caller accepts; undefined accepts any. */
export function expectVersion(
  name: string,
  { version }: { version: number },
  expected: readonly number[] | undefined,
): void {
  if (expected === undefined || expected.includes(version)) return;
  throw new Problem('precondition-failed', `The ${name} is at version ${version}; If-Match names another.`);
}
