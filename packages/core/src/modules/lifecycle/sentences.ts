import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type Language, UnreadableText } from '../../ports/language.js';
import { inParts, type PartBounds } from '../in-parts.js';

/** Of the content of a memory. */
export type SentencesOf = (content: string) => readonly string[];

/** Of one call: a text that cannot be cut costs its neighbours no more than this. */
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
    const found = await language.sentencesOf(tenant, part).catch((error: unknown) => {
      if (error instanceof UnreadableText) return [];
      throw error;
    });
    for (const [place, sentences] of found.entries()) known.set(part[place] ?? '', sentences);
  }
  return (content) => known.get(content) ?? [content.trim()];
}
