import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { Records } from '../../ports/records.js';
import type { AgeingRules } from '../ageing/rules.js';
import type { FactReader } from '../facts/facts.js';
import type { RunOnce } from '../idempotency/run-once.js';
import type { Indexing } from '../indexing/index-memories.js';

export interface MemoryServiceDependencies {
  records: Records;
  indexing: Indexing;
  runOnce: RunOnce;
  facts: FactReader;
  ageing: AgeingRules;
  clock: Clock;
  ids: Ids;
}
