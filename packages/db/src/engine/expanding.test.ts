import { readMigrationFiles } from '@hippocamp/db/engine/migrate';
import { describe, expect, it } from 'vitest';

/** A process of the version before fails on these, as far as a script shows it. */
const takesAway =
  /\bdrop\s+(?:table|column)\b|\brename\b|\bset\s+not\s+null\b|\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i;
/** The version before does not name the new column in its inserts. */
const wantsValue = /\badd\s+column\s+\S+\s+(?!.*\bdefault\b)[^,;]*\bnot\s+null\b/i;

const isNarrowing = (script: string) =>
  script.split('\n').some((line) => takesAway.test(line) || wantsValue.test(line));

/** Until its commit nobody can read the table, and an index of a large table takes long. */
const shutsTable = /\balter\s+table\b|\bdrop\s+index\b/i;
const builtOn = (script: string) => [...script.matchAll(/\bcreate\s+(?:unique\s+)?index\b[^;]*?\bon\s+"(\w+)"/gi)];
const buildsBehindShutDoors = (script: string) =>
  shutsTable.test(script) && builtOn(script).some(([, table]) => !script.includes(`CREATE TABLE "${table}"`));

/** From here on an index of a table that is there already is built by a migration of its own. Earlier ones are released. */
const APART_FROM = '20261130';

describe('migrations', () => {
  it('let others read while they build an index', async () => {
    const files = (await readMigrationFiles()).filter(({ name }) => name >= APART_FROM);
    expect(files.filter(({ script }) => buildsBehindShutDoors(script)).map(({ name }) => name)).toEqual([]);
  });

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

  it.each([
    ['ALTER TABLE "a" ADD COLUMN "b" TEXT;\nCREATE INDEX "c" ON "a" ("b");', true],
    ['DROP INDEX "b";\nCREATE UNIQUE INDEX "c" ON "a" ("b");', true],
    ['CREATE TABLE "a" ("b" TEXT);\nCREATE INDEX "c" ON "a" ("b");\nALTER TABLE "a" ADD COLUMN "d" TEXT;', false],
    ['CREATE INDEX "c" ON "a" ("b");', false],
  ])('%j keeps readers out while it builds: %s', (script, keepsOut) => {
    expect(buildsBehindShutDoors(script)).toBe(keepsOut);
  });
});
