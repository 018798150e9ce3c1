import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Language } from '../../ports/language.js';
import { ModelFailure } from '../../ports/model-failure.js';
import type { MemoryRecord } from '../../ports/records.js';
import { compose, type Distillate, METHOD } from './compose.js';
import type { Distiller } from './distiller.js';
import { cutAhead } from './sentences.js';

export interface DistilDependencies {
  language: Pick<Language, 'sentencesOf'>;
  /** Null where sources are told in their own sentences alone. */
  distiller: Distiller | null;
}

/** What is made of some sources. */
export type Distil = (sources: readonly MemoryRecord[]) => Distillate;

/** Which they are, as they are. */
export const stateOf = (sources: readonly MemoryRecord[]) =>
  sources
    .map(({ id, version }) => `${id} ${version}`)
    .sort()
    .join('\n');

/** One that does not answer is not asked for the groups that are left. */
async function distilEach(
  tenant: TenantId,
  groups: readonly (readonly MemoryRecord[])[],
  distiller: Distiller,
  before: () => Promise<void>,
): Promise<Map<string, Distillate>> {
  const made = new Map<string, Distillate>();
  for (const group of groups) {
    await before();
    const found = await distiller(tenant, group).catch((error: unknown) => {
      if (error instanceof ModelFailure) return error;
      throw error;
    });
    if (found instanceof ModelFailure) {
      if (found.kind === 'unavailable') break;
    } else if (found) made.set(stateOf(group), found);
  }
  return made;
}

/**
 * Reads groups before the transaction that stores what they become: none may wait for a text or a model. Of what moved until then, and
 * wherever no model says it, the sources' own sentences are told.
 */
export async function distilAhead(
  tenant: TenantId,
  groups: readonly (readonly MemoryRecord[])[],
  { language, distiller }: DistilDependencies,
  before: () => Promise<void> = async () => undefined,
): Promise<Distil> {
  const contents = groups.flat().map(({ content }) => content);
  const sentencesOf = await cutAhead(tenant, contents, language);
  const made = distiller ? await distilEach(tenant, groups, distiller, before) : new Map<string, Distillate>();
  return (sources) => made.get(stateOf(sources)) ?? { method: METHOD, ...compose(sources, sentencesOf) };
}
