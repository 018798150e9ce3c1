import type { SqlPool } from '@hippocamp/adapters/embedded-index/sql';
import { createSemaphore, type Semaphore } from '@hippocamp/core/modules/waiting';
import type { Log } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';
import { migrate, migrationState } from '@hippocamp/db/engine/migrate';
import { openPglite } from '@hippocamp/db/engine/pglite';
import { createRecords } from '@hippocamp/db/records';
import { type DataFolder, openDataFolder } from '../data-folder.js';
import { version } from '../version.js';
import { readerVersion, tellEarlierReader } from './earlier-reader.js';
import { tellNewerTables } from './newer-tables.js';

export interface EmbeddedRecords {
  records: Records;
  sql: SqlPool;
  /** Tenants take the one session by turns. */
  semaphore: Semaphore;
  about: string;
  /** Records the embedder beside the data. */
  stamp(embedderId: string): Promise<void>;
  close(): Promise<void>;
}

const ENGINE = 'pglite-18';

const tellAccess = ({ path, access }: DataFolder, log: Log) => {
  if (access === 'closed') return;
  const now = access === 'was open' ? 'now they cannot' : 'and this user may not change that';
  log.warn({ folder: path }, `other users of this machine could read the data folder; ${now}`);
};

export async function openEmbeddedRecords(path: string, log: Log): Promise<EmbeddedRecords> {
  const folder = await openDataFolder(path, ENGINE);
  const undo: (() => Promise<void>)[] = [() => folder.release()];
  const close = async () => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    tellAccess(folder, log);
    const engine = await openPglite({ folder: folder.database });
    undo.push(() => engine.close());
    await folder.closeInside();
    await migrate(engine.pool);
    tellNewerTables(await migrationState(engine.pool), log);
    const semaphore = createSemaphore(1);
    const records = await createRecords({ ...engine, log, semaphore });
    undo.push(() => records.close());
    const stamp = (embedder: string) =>
      folder.stamp({ engine: ENGINE, embedder, writtenBy: version, readBy: readerVersion });
    tellEarlierReader(folder.written, log);
    const about = `PGlite (PostgreSQL ${engine.version}) in ${folder.path}`;
    return { records, sql: engine.pool, semaphore, about, stamp, close };
  } catch (error) {
    await close();
    throw error;
  }
}
