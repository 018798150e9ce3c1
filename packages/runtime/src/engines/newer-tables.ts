import type { Log } from '@hippocamp/core/ports/log';
import type { MigrationState } from '@hippocamp/db/engine/migrate';

/** Shows an operator that an upgrade, or the way back, is unfinished. */
export const tellNewerTables = ({ newer }: Pick<MigrationState, 'newer'>, log: Log) => {
  if (newer.length === 0) return;
  log.warn(
    { migrations: newer },
    'the tables are those of a newer version; this one runs on them as the version before it',
  );
};
