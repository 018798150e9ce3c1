import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import { valuesOf } from '../json/values-of.js';

/** Bytes of JSON, and members and elements at all levels. */
export interface Size {
  bytes: number;
  values: number;
}

/** The size of an element or a member, with its comma. */
const sizeOf = (value: unknown): Size => ({
  bytes: Buffer.byteLength(JSON.stringify(value)) + 1,
  values: valuesOf(value) + 1,
});

const less = (size: Size, part: Size): Size => ({ bytes: size.bytes - part.bytes, values: size.values - part.values });

/** Room for the warning and its comma. */
const WARNING: Size = { bytes: 256, values: 4 };

/** The first of `candidates`, without as many of the last ones as together take `over`, and how much is over still. */
function withoutLast(candidates: readonly Candidate[], over: Size): { kept: Candidate[]; over: Size } {
  let left = over;
  let count = candidates.length;
  while ((left.bytes > 0 || left.values > 0) && count > 0) {
    count -= 1;
    left = less(left, sizeOf(candidates[count]));
  }
  return { kept: candidates.slice(0, count), over: left };
}

const cutWarning = ({
  acceptedMemories,
  rejectedMemories,
}: Pick<IngestAnswer, 'acceptedMemories' | 'rejectedMemories'>) => ({
  code: 'answer_cut',
  message: `The export left out what a line cannot hold: of the answer the verdicts, all but the first ${acceptedMemories.length} accepted and ${rejectedMemories.length} rejected candidates.`,
});

/** The answer of an ingest smaller by at least `over`, as far as its verdicts, rejected and accepted candidates take that. */
export function shorterAnswer(result: JsonObject, over: Size): JsonObject {
  const { debug, ...answer } = result as unknown as IngestAnswer;
  const { verdicts, ...rest } = debug ?? {};
  const withWarning = { bytes: over.bytes + WARNING.bytes, values: over.values + WARNING.values };
  const beyond = verdicts ? less(withWarning, sizeOf(verdicts)) : withWarning;
  const rejected = withoutLast(answer.rejectedMemories, beyond);
  const accepted = withoutLast(answer.acceptedMemories, rejected.over);
  const lists = { acceptedMemories: accepted.kept, rejectedMemories: rejected.kept };
  const short = { ...answer, ...lists, ...(debug ? { debug: rest } : {}) };
  return { ...short, warnings: [...answer.warnings, cutWarning(lists)] };
}
