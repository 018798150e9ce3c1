import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Extraction } from '../../ports/extractor.js';
import type { TenantRepositories } from '../../ports/records.js';
import { inParts } from '../in-parts.js';
import { hide, holdsHidden } from '../text/redaction.js';
import { pace } from '../waiting.js';
import { ANSWER_BYTES } from './redact-answer.js';

const hidden = ({ amends: _amends, ...extraction }: Extraction, text: string): Extraction => ({
  ...extraction,
  content: hide(extraction.content),
  sourceSpan: text.slice(extraction.start, extraction.end),
  tags: [],
  rationale: 'forgotten',
});

/**
 * Takes out what was deleted from the text since it was read. The first `decided` are hidden and keep their places, the
 * others are left out. Null when all of them still stand.
 */
export function withoutDeleted(extractions: readonly Extraction[], text: string, decided: number): Extraction[] | null {
  const isGone = ({ start, end, sourceSpan }: Extraction) => {
    const left = text.slice(start, end);
    return left !== sourceSpan && holdsHidden(left);
  };
  if (!extractions.some(isGone)) return null;
  return extractions.flatMap((extraction, place) => {
    if (isGone(extraction)) return place < decided ? [hidden(extraction, text)] : [];
    const { context } = extraction;
    return context && holdsHidden(text.slice(context.start, context.end))
      ? [{ ...extraction, context: null }]
      : [extraction];
  });
}

/** Candidates that wait for a later part, or for another try, came from the texts as they were. By artifact id. */
export async function redactCandidates(
  { ingests }: Pick<TenantRepositories, 'ingests'>,
  texts: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const held = await ingests.heldSizes([...texts.keys()]);
  const textOf = new Map(held.map(({ traceId, artifactId }) => [traceId, texts.get(artifactId ?? '') ?? '']));
  for (const part of inParts(held, { units: ANSWER_BYTES, unitsOf: ({ bytes }) => bytes })) {
    for (const { traceId, candidates, decided } of await ingests.heldCandidates(part.map((one) => one.traceId))) {
      const left = withoutDeleted(candidates as unknown as Extraction[], textOf.get(traceId) ?? '', decided);
      if (left) await ingests.saveCandidates(traceId, left as unknown as JsonObject[], now);
      await pace();
    }
  }
}

/** Takes the words of a raw text that is removed out of what its ingests still hold: a failed one may be tried again. */
export async function forgetCandidatesOf(
  { ingests }: Pick<TenantRepositories, 'ingests'>,
  artifactId: string,
  now: Date,
): Promise<void> {
  for (const { traceId } of await ingests.heldSizes([artifactId])) await ingests.saveCandidates(traceId, [], now);
}
