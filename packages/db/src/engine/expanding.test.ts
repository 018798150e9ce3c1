import { readMigrationFiles } from '@hippocamp/db/engine/migrate';
import { describe, expect, it } from 'vitest';

/** A process of the version before fails on these, as far as a script shows it. */
const takesAway =
  /\bdrop\s+(?:table|column)\b|\brename\b|\bset\s+not\s+null\b|\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i;
/** The version before does not name the new column in its inserts. */
const wantsValue = /\badd\s+column\s+\S+\s+(?!.*\bdefault\b)[^,;]*\bnot\s+null\b/i;

const isNarrowing = (script: string) =>
  script.split('\n').some((line) => takesAway.test(line) || wantsValue.test(line));

describe('migrations', () => {
  it('that take something away are marked as such, so that the version before is not started on them', async () => {
    const files = await readMigrationFiles();
    expect(files.length).toBeGreaterThan(10);
    const unmarked = files.filter(({ name, script }) => isNarrowing(script) && !/_contract(?:_|$)/.test(name));
    expect(unmarked.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['ALTER TABLE "a" DROP COLUMN "b";', true],
    ['DROP TABLE "a";', true],
    ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', true],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', true],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE BIGINT;', true],
    ['ALTER TABLE "a" ADD COLUMN     "b" TEXT NOT NULL;', true],
    ['ALTER TABLE "a" ADD COLUMN     "b" TEXT NOT NULL DEFAULT \'x\',', false],
    ['ALTER TABLE "a" ADD COLUMN     "b" TEXT;', false],
    ['    "b" TEXT NOT NULL,', false],
  ])('%s takes something away: %s', (script, narrows) => {
    expect(isNarrowing(script)).toBe(narrows);
  });
});
