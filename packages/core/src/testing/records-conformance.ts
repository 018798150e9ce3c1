import { afterAll, beforeAll, describe } from 'vitest';
import { sequentialIds, tenantNamed } from './builders.js';
import { burySuite } from './records/bury.js';
import { deadLettersSuite } from './records/dead-letters.js';
import { entitiesSuite } from './records/entities.js';
import { eventsSuite } from './records/events.js';
import { factsSuite } from './records/facts.js';
import { filtersSuite } from './records/filters.js';
import { idempotencySuite } from './records/idempotency.js';
import { indexingSuite } from './records/indexing.js';
import { isolationSuite } from './records/isolation.js';
import { keysSuite } from './records/keys.js';
import { leasesSuite } from './records/leases.js';
import { lifecycleSuite } from './records/lifecycle.js';
import { limitsSuite } from './records/limits.js';
import { listsSuite } from './records/lists.js';
import { memoriesSuite } from './records/memories.js';
import { mentionsSuite } from './records/mentions.js';
import { modelCallsSuite } from './records/model-calls.js';
import { namedLocksSuite } from './records/named-locks.js';
import { outboxSuite } from './records/outbox.js';
import { outboxTurnsSuite } from './records/outbox-turns.js';
import { pagingSuite } from './records/paging.js';
import { reconcilingSuite } from './records/reconciling.js';
import { relationsSuite } from './records/relations.js';
import { restSuite } from './records/rest.js';
import { retentionSuite } from './records/retention.js';
import { reviewsSuite } from './records/reviews.js';
import { sessionsSuite } from './records/sessions.js';
import type { RecordsUnderTest, Stage } from './records/stage.js';
import { statementCountsSuite } from './records/statement-counts.js';
import { transactionsSuite } from './records/transactions.js';
import { traversalSuite } from './records/traversal.js';
import { vectorsSuite } from './records/vectors.js';

export type { RecordsUnderTest } from './records/stage.js';

/** Every implementation of the port `Records` has to keep this. `make` gives a store without rows; it is made once. */
export function recordsConformance(name: string, make: () => Promise<RecordsUnderTest>): void {
  describe(`records: ${name}`, () => {
    let made: RecordsUnderTest | undefined;
    let tenants = 0;
    const subject = (): RecordsUnderTest => {
      if (!made) throw new Error('The store is made before the tests.');
      return made;
    };
    const stage: Stage = {
      get records() {
        return subject().records;
      },
      ids: sequentialIds(),
      dump: () => subject().dump(),
      tenant() {
        tenants += 1;
        const tenant = tenantNamed(`tenant-${tenants}`);
        return { tenant, own: subject().records.forTenant(tenant) };
      },
    };

    beforeAll(async () => {
      made = await make();
    });
    afterAll(async () => {
      await made?.close();
    });

    memoriesSuite(stage);
    filtersSuite(stage);
    pagingSuite(stage);
    lifecycleSuite(stage);
    retentionSuite(stage);
    keysSuite(stage);
    limitsSuite(stage);
    listsSuite(stage);
    factsSuite(stage);
    burySuite(stage);
    indexingSuite(stage);
    vectorsSuite(stage);
    modelCallsSuite(stage);
    statementCountsSuite(stage);
    outboxSuite(stage);
    outboxTurnsSuite(stage);
    leasesSuite(stage);
    deadLettersSuite(stage);
    namedLocksSuite(stage);
    reconcilingSuite(stage);
    idempotencySuite(stage);
    restSuite(stage);
    sessionsSuite(stage);
    entitiesSuite(stage);
    eventsSuite(stage);
    mentionsSuite(stage);
    relationsSuite(stage);
    traversalSuite(stage);
    reviewsSuite(stage);
    transactionsSuite(stage);
    isolationSuite(stage);
  });
}
