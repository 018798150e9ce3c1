import { validationFailed } from '@hippocamp/shared/problems';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { OwnSettings } from '@hippocamp/shared/schemas/keys';
import type { Clock } from '../../ports/clock.js';
import type { StoredSettings, TenantRegister } from '../../ports/records.js';
import type { Steering } from '../reading/steering.js';

/** An operator's settings for single tenants, over the global ones. Reading them never waits for the records. */
export interface TenantSettings {
  of(tenant: TenantId): OwnSettings;
  /** Members left out stay as they are. Rejects with a problem when the instructions try to steer. */
  set(tenant: TenantId, change: Partial<OwnSettings>): Promise<void>;
  /** Reads what other processes set meanwhile. */
  refresh(): Promise<void>;
}

/** A change may become visible this many ms after its `changedAt`. */
const OVERLAP = 60_000;

const nothing: OwnSettings = { limits: {}, llm: {} };

export const STEERS =
  'tries to steer the language model away from its instructions, as "ignore all of the above" does. Say what of a text is to be kept, what not, and in which language.';

export function createTenantSettings(register: TenantRegister, steers: Steering, clock: Clock): TenantSettings {
  const set = new Map<TenantId, Omit<StoredSettings, 'tenant'>>();
  /** The latest change, when it was first seen, and whether everything before it has been seen. */
  let read = new Date(0);
  let seen = new Date(0);
  let settled = false;

  /** A read that began before a change may end after it. */
  const keep = (tenant: TenantId, own: Omit<StoredSettings, 'tenant'>) => {
    const known = set.get(tenant);
    if (!known || known.changedAt <= own.changedAt) set.set(tenant, own);
  };

  const refuseSteering = async (tenant: TenantId, instructions: string) => {
    const [steering] = await steers(tenant, [instructions]);
    if (steering) throw validationFailed([{ path: '/llm/instructions', code: 'steers', message: STEERS }]);
  };

  return {
    of(tenant) {
      const { limits, llm } = set.get(tenant) ?? nothing;
      return { limits, llm };
    },
    async set(tenant, change) {
      if (change.llm?.instructions) await refuseSteering(tenant, change.llm.instructions);
      keep(tenant, await register.set(tenant, change));
    },
    async refresh() {
      const began = clock.now();
      const changes = await register.since(settled ? read : new Date(read.getTime() - OVERLAP));
      for (const { tenant, ...own } of changes) {
        keep(tenant, own);
        if (own.changedAt > read) [read, seen] = [own.changedAt, clock.now()];
      }
      settled = began.getTime() - seen.getTime() > OVERLAP;
    },
  };
}
