import { Problem } from '@hippocamp/shared/problems';

/** Throws precondition-failed unless the record is at one of the versions that the caller accepts; undefined accepts any. */
export function expectVersion(
  name: string,
  { version }: { version: number },
  expected: readonly number[] | undefined,
): void {
  if (expected === undefined || expected.includes(version)) return;
  throw new Problem('precondition-failed', `The ${name} is at version ${version}; If-Match names another.`);
}
