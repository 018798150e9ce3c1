import { indentedText } from '@hippocamp/shared/text/safe-text';
import type { Language } from '../../ports/language.js';
import type { MemoryRecord, TenantRepositories } from '../../ports/records.js';

/** Whose "I" a memory tells, as its line says it; null where that is not to be said. */
export type Whose = (memory: MemoryRecord) => string | null;

/** Code points of a name that a line shows. */
const LONGEST_NAME = 64;

/** Of one line. */
const shown = (name: string): string =>
  [...indentedText(name).replaceAll('\n  ', ' ')].slice(0, LONGEST_NAME).join('').trim();

/**
 * Whose "I" each of these memories tells: the name of the owner's entity; where there is none its id, as far as there are
 * memories of several owners.
 */
export async function whoseWords(
  memories: readonly MemoryRecord[],
  { entities }: Pick<TenantRepositories, 'entities'>,
  { tellsOfSelf }: Pick<Language, 'tellsOfSelf'>,
): Promise<Whose> {
  // Somebody with a name speaks for themselves; what belongs to nobody tells of nobody.
  const isOfOwner = ({ content, speaker, ownerEntityId }: MemoryRecord): boolean =>
    ownerEntityId !== null && speaker === null && tellsOfSelf(content);
  const owners = new Set(memories.flatMap(({ ownerEntityId }) => ownerEntityId ?? []));
  const told = new Set(memories.filter(isOfOwner).flatMap(({ ownerEntityId }) => ownerEntityId ?? []));
  const known = told.size === 0 ? [] : await entities.getMany([...told]);
  const names = new Map(known.map(({ id, name }) => [id, shown(name)]));
  return (memory) => {
    const { ownerEntityId } = memory;
    if (ownerEntityId === null || !isOfOwner(memory)) return null;
    return names.get(ownerEntityId) || (owners.size > 1 ? ownerEntityId : null);
  };
}
