import type { MemoryFacts, MemoryFilter, RecordLists } from '@hippocamp/core/ports/records';
import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import { recencyGroups } from '@hippocamp/shared/scoring/recency';
import { Prisma } from '../generated/client.js';
import type { Database } from './database.js';
import { memoryFilter } from './memory-filter.js';
