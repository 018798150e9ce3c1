import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestAnswer } from '@hippocamp/shared/schemas/ingest';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

/** Room for the warning and its comma. */
const WARNING_BYTES = 256;

/** The first of `candidates`, without as many of the last ones as together take `over` bytes, and how many bytes are over still. */
function withoutLast(candidates: readonly Candidate[], over: number): { kept: Candidate[]; over: number } {
  let left = over;
  let count = candidates.length;
  while (left > 0 && count > 0) {
    count -= 1;
    left -= bytesOf(candidates[count]);
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

/** The answer of an ingest in at least `over` bytes less, as far as its verdicts, rejected and accepted candidates take them. */
export function shorterAnswer(result: JsonObject, over: number): JsonObject {
  const { debug, ...answer } = result as unknown as IngestAnswer;
  const { verdicts, ...rest } = debug ?? {};
  const beyond = over + WARNING_BYTES - (verdicts ? bytesOf(verdicts) : 0);
  const rejected = withoutLast(answer.rejectedMemories, beyond);
  const accepted = withoutLast(answer.acceptedMemories, rejected.over);
  const lists = { acceptedMemories: accepted.kept, rejectedMemories: rejected.kept };
  const short = { ...answer, ...lists, ...(debug ? { debug: rest } : {}) };
  return { ...short, warnings: [...answer.warnings, cutWarning(lists)] };
}
