import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import type { Extraction, ReaderVersions } from '../../../ports/extractor.js';
import type { ModelStatement } from '../../../ports/reading-model.js';
import type { Part, Piece } from './parts-of-text.js';

interface Place {
  start: number;
  end: number;
}

export const overlap = (first: Place, second: Place): boolean => first.start < second.end && second.start < first.end;

/** Longer ones than the local reader's name nothing. */
const LONGEST_SPAN = 1000;

const findIn = (text: string, span: string, { start, end }: Piece, from: number): Place | null => {
  const found = text.slice(0, end).indexOf(span, Math.max(start, from));
  return found === -1 ? null : { start: found, end: found + span.length };
};

/** Where it stands word for word, in one message; where it does so more than once, after what came before, if it can. */
const placeOf = (text: string, span: string, pieces: readonly Piece[], from: number): Place | null => {
  if (span === '' || span.length > LONGEST_SPAN) return null;
  for (const after of [from, 0])
    for (const piece of pieces) {
      const found = findIn(text, span, piece, after);
      if (found) return found;
    }
  return null;
};

/** A system prompt, an assistant's own words, and what is said for its wording tell nothing of anybody. */
const isNobodys = ({ role, borrowed }: Statement): boolean => role === 'system' || role === 'assistant' || borrowed;

export interface Placing {
  given: SourceText;
  part: Part;
  /** Of the whole text, as the local reader finds them: they tell who speaks, and what stood before. */
  statements: readonly Statement[];
  by: ReaderVersions;
}

/** What a model says of a part, in the order of the text, and how much of it is not said there. */
export function placeStatements(
  found: readonly ModelStatement[],
  { given: { text }, part, statements, by }: Placing,
): { extractions: Extraction[]; unfounded: number } {
  const extractions: Extraction[] = [];
  let unfounded = 0;
  let from = part.start;
  for (const { span, tier, ...told } of found) {
    const place = placeOf(text, span.trim(), part.pieces, from);
    const around = place ? statements.filter((statement) => overlap(statement, place)) : [];
    if (place === null) {
      unfounded += 1;
      continue;
    }
    // Left out by the local reader too, without a word.
    if (around.length > 0 && around.every(isNobodys)) continue;
    from = place.start;
    const own = around.find((statement) => !isNobodys(statement));
    extractions.push({
      ...told,
      ...place,
      memoryType: tier,
      sourceSpan: text.slice(place.start, place.end),
      by: `${by.extractor} ${by.prompt}`,
      context: own && own.start <= place.start ? own.context : null,
      speaker: own?.speaker ?? null,
      instructs: around.some(({ instructs }) => instructs),
    });
  }
  return { extractions: extractions.sort((first, second) => first.start - second.start), unfounded };
}
