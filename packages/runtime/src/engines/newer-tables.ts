import type { Log } from '@hippocamp/core/ports/log';
import type { MigrationState } from '@hippocamp/db/engine/migrate';

/** Said once by each process: it is how an operator sees that an upgrade, or the way back, is not at its end. */
export const tellNewerTables = ({ newer }: Pick<MigrationState, 'newer'>, log: Log) => {
  if (newer.length === 0) return;
  log.warn(
    { migrations: newer },
    'the tables are those of a newer version; this one runs on them as the version before it',
  );
};
