import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemplate } from '@hippocamp/db/engine/testing/databases';
import { startTestServer, type TestServer } from '@hippocamp/db/engine/testing/postgres';

const NAME = 'hippocamp';

/** A PostgreSQL of one's own that a test may freeze and crash, with all tables in one empty database. */
export async function startOwnPostgres(): Promise<TestServer & { databaseUrl: string }> {
  const server = await startTestServer();
  await createTemplate(server.url, NAME);
  const url = new URL(server.url);
  url.pathname = `/${NAME}`;
  return { ...server, databaseUrl: url.href };
}

export interface SmallDisk {
  fill(): Promise<void>;
  free(): Promise<void>;
  /** Once its server has ended. */
  remove(): Promise<void>;
}

const run = promisify(execFile);
const MIB = 1024 * 1024;

/** Moves that database, which nobody uses, to a disk of its own; null where this user may not mount one. */
export async function moveToSmallDisk(server: TestServer): Promise<SmallDisk | null> {
  const path = await mkdtemp(join(tmpdir(), 'hippocamp-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', path]);
  } catch {
    await rm(path, { recursive: true });
    return null;
  }
  const remove = async () => {
    await run('umount', [path]);
    await rm(path, { recursive: true });
  };
  const move = async () => {
    await run('chown', ['postgres', path]);
    await server.tell(`create tablespace small location '${path}'`);
    await server.tell(`alter database ${NAME} set tablespace small`);
  };
  await move().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const filler = join(path, 'filler');
  return {
    fill: () => writeFile(filler, Buffer.alloc(40 * MIB)).catch(() => undefined),
    free: () => rm(filler, { force: true }),
    remove,
  };
}
