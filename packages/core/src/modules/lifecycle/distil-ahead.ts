import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type Language, orUnread } from '../../ports/language.js';
import { ModelFailure } from '../../ports/model-failure.js';
import type { MemoryRecord } from '../../ports/records.js';
import { inParts, type PartBounds } from '../in-parts.js';
import { compose, type Distillate, METHOD, type SentencesOf } from './compose.js';
import type { Distiller } from './distiller.js';

export interface DistilDependencies {
  language: Pick<Language, 'sentencesOf'>;
  /** Null where sources are told in their own sentences alone. */
  distiller: Distiller | null;
}

/** Distils some sources. */
export type Distil = (sources: readonly MemoryRecord[]) => Distillate;

/** Which they are, as they are. */
export const stateOf = (sources: readonly MemoryRecord[]) =>
  sources
    .map(({ id, version }) => `${id} ${version}`)
    .sort()
    .join('\n');

/** The limits of one call, so that a text that cannot be split costs its neighbours no more than this. */
const TOGETHER: PartBounds<string> = { units: 50_000, rows: 50, unitsOf: ({ length }) => length };

/**
 * The sentences of memories, cut before the transaction that composes them: none may wait for a text. What could not be cut in
 * time, or was not there to be cut, is one sentence.
 */
export async function cutAhead(
  tenant: TenantId,
  contents: Iterable<string>,
  language: Pick<Language, 'sentencesOf'>,
): Promise<SentencesOf> {
  const known = new Map<string, readonly string[]>();
  for (const part of inParts([...new Set(contents)], TOGETHER)) {
    const found = await orUnread(language.sentencesOf(tenant, part), []);
    for (const [place, sentences] of found.entries()) known.set(part[place] ?? '', sentences);
  }
  return (content) => known.get(content) ?? [content.trim()];
}

/**
 * Reads groups before the transaction that stores what they become: none may wait for a text or a model. Of what moved until then, and
 * wherever no model says it, the sources' own sentences are told.
 */
export async function distilAhead(
  tenant: TenantId,
  groups: readonly (readonly MemoryRecord[])[],
  { language, distiller }: DistilDependencies,
  before?: () => Promise<void>,
): Promise<Distil> {
  const contents = groups.flat().map(({ content }) => content);
  const sentencesOf = await cutAhead(tenant, contents, language);
  const made = new Map<string, Distillate>();
  for (const group of distiller ? groups : []) {
    await before?.();
    try {
      const found = await distiller?.(tenant, group);
      if (found) made.set(stateOf(group), found);
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      // One that does not answer is not asked for the groups that are left.
      if (error.kind === 'unavailable') break;
    }
  }
  return (sources) => made.get(stateOf(sources)) ?? { method: METHOD, ...compose(sources, sentencesOf) };
}
