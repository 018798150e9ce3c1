import { adminOperations } from './admin.js';
import { entityOperations } from './entities.js';
import { erasureOperations } from './erasure.js';
import { eventOperations } from './events.js';
import { artifactOperations, ingestOperations } from './ingest.js';
import { lifecycleOperations } from './lifecycle.js';
import { memoryOperations } from './memories.js';
import { operatorOperations } from './operator.js';
import { recallOperations } from './recall.js';
import { relationOperations } from './relations.js';
import { forgetOperations, reviewOperations } from './reviews.js';
import { systemOperations } from './system.js';
import { transferOperations } from './transfer.js';

/** Routes, checks and the OpenAPI document come from this table. */
export const operations = {
  ...memoryOperations,
  ...ingestOperations,
  ...artifactOperations,
  ...reviewOperations,
  ...forgetOperations,
  ...adminOperations,
  ...entityOperations,
  ...eventOperations,
  ...relationOperations,
  ...recallOperations,
  ...lifecycleOperations,
  ...erasureOperations,
  ...transferOperations,
  ...operatorOperations,
  ...systemOperations,
};
export type Operations = typeof operations;
export type OperationId = keyof Operations;
