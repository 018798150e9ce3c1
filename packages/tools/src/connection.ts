import { createHippocamp, type Hippocamp, type HippocampOptions } from '@hippocamp/sdk';

/** An owner: by the tenant's own name, or by the id of their entity. */
export interface OwnerChoice {
  owner?: string;
  ownerEntityId?: string;
}

/** The memory that a model is given. The connection decides it: no argument of a tool names a tenant or an owner. */
export interface Connection {
  /** Asks for the tenant. */
  client: Hippocamp;
  /** The owner of what is written and read; empty for memories without an owner. */
  owner: OwnerChoice;
}

/** Both in ms, and below the minute that programs wait for a tool: the model is told what went wrong. */
const TRY = 20_000;
const TOTAL = 50_000;
/** Enough to outlast a restart of the service. */
const RETRIES = 8;

export const connect = (options: HippocampOptions, owner: OwnerChoice): Connection => ({
  client: createHippocamp({ timeoutMs: TRY, totalTimeoutMs: TOTAL, retries: RETRIES, ...options }),
  owner,
});
