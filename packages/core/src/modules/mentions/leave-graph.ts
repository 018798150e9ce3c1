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

/** A changed text is not searched for names again. Entities made for names that it no longer holds are removed. */
export async function leaveUnnamed(
  { entities, relations, idempotency }: TenantRepositories,
  { id, content, speaker, ownerEntityId }: MemoryRecord,
): Promise<void> {
  const mentioned = await entities.madeFor(MENTIONS, [id]);
  if (mentioned.length === 0) return;
  await entities.lockNames();
  const said = `${content}\n${speaker ?? ''}`.toLowerCase();
  const isUnnamed = ({ id: entityId, name }: EntityRecord) =>
    entityId !== ownerEntityId && !said.includes(name.toLowerCase());
  const unnamed = new Set((await entities.getMany(mentioned)).filter(isUnnamed).map((entity) => entity.id));
  if (unnamed.size === 0) return;
  const edges = (await relations.of(id)).filter(({ type, toId }) => type === MENTIONS && unnamed.has(toId));
  for (const edge of edges) await relations.remove(edge.id);
  const gone = await entities.removeUnrelated([...unnamed]);
  await idempotency.forget([...edges.map((edge) => edge.id), ...gone]);
}
