import { around } from '@hippocamp/core/modules/lazily';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { asTenant, asUser } from '../engine/tenant-scope.js';
import type { Database } from './database.js';

const withoutWalls = new WeakMap<Database, Database>();

/** Its statements see this tenant's rows alone, whatever their conditions say. */
export function behindWall(database: Database, tenant: TenantId): Database {
  const walled = around(
    database,
    (method) =>
      (...parameters) =>
        asTenant(tenant, () => method(...parameters)),
  );
  withoutWalls.set(
    walled,
    around(
      database,
      (method) =>
        (...parameters) =>
          asUser(() => method(...parameters)),
    ),
  );
  return walled;
}

/**
 * For statements that need an index of expressions or of arrays: behind the wall the planner uses none for conditions
 * whose errors might tell of other rows, such as those with a cast, "coalesce" or a function on either side. `tenant-wall.test.ts` lists the files that may call it.
 */
export const withoutWall = (database: Database): Database => withoutWalls.get(database) ?? database;
