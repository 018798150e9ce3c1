import type { EntityRecord, MemoryRecord, TenantRepositories } from '../../ports/records.js';
import { MENTIONS } from './link-mentions.js';

/** Removes relations of buried memories, and entities only they mention. Call after their rows are locked. */
export async function leaveGraph(
  { entities, relations }: TenantRepositories,
  memoryIds: readonly string[],
): Promise<string[]> {
  const mentioned = await entities.madeFor(MENTIONS, memoryIds);
  if (mentioned.length > 0) await entities.lockNames();
  await relations.removeOf(memoryIds);
  return mentioned.length === 0 ? [] : entities.removeUnrelated(mentioned);
}

/** An ingest makes some twenty. A client may bring any number, and others wait while they are looked for. */
const MOST_LOOKED_FOR = 100;

/** A changed text is not searched for names again. Entities made for names that it no longer holds are removed. */
export async function leaveUnnamed(
  { entities, relations, idempotency }: TenantRepositories,
  { id, content, speaker, ownerEntityId }: MemoryRecord,
): Promise<void> {
  const mentioned = await entities.madeFor(MENTIONS, [id], MOST_LOOKED_FOR);
  if (mentioned.length === 0) return;
  await entities.lockNames();
  const said = `${content}\n${speaker ?? ''}`.toLowerCase();
  const isUnnamed = ({ id: entityId, name }: Pick<EntityRecord, 'id' | 'name'>) =>
    entityId !== ownerEntityId && !said.includes(name.toLowerCase());
  const unnamed = (await entities.namesOf(mentioned)).filter(isUnnamed).map((entity) => entity.id);
  if (unnamed.length === 0) return;
  const edges = await relations.removeLeading(MENTIONS, id, unnamed);
  const gone = await entities.removeUnrelated(unnamed);
  await idempotency.forget([...edges, ...gone]);
}
