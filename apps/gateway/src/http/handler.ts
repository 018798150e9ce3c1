import type { Caller } from '@hippocamp/core/modules/caller';
import type { SentLine } from '@hippocamp/core/modules/transfer/read-line';
import type { OperationId, Operations } from '@hippocamp/shared/operations/table';
import type { AnswerOf, RequestOf } from '@hippocamp/shared/operations/types';
import type { Answer } from './answer.js';

/** What a handler is given: a checked request and who sent it. */
export interface HandlerInput<Op> extends RequestOf<Op> {
  caller: Op extends { scope: null | 'operator' } ? undefined : Caller;
  /** Versions in If-Match, see `readIfMatch`. */
  ifMatch: readonly number[] | undefined;
  respondAsync: boolean;
  /** How long the caller would wait, ms; undefined where that is not said. */
  waitFor: number | undefined;
  /** The lines of a body that is a stream of them; none for other operations. */
  lines: AsyncIterable<SentLine>;
  /** A header of the operation's own; a repeated one is refused. */
  header(name: string): string | undefined;
}

export type Handler<Id extends OperationId> = (
  input: HandlerInput<Operations[Id]>,
) => Promise<Answer<AnswerOf<Operations[Id]>>>;

/** One handler for each operation; a missing one does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
