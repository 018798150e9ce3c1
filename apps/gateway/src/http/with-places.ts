import { malformed } from '@hippocamp/core/modules/json/json-text';
import { type Operation, writes } from '@hippocamp/shared/operations/types';
import { Problem } from '@hippocamp/shared/problems';
import type { Response } from 'express';
import type { Outgoing } from './outgoing.js';

/** Items of an answer when the request names no number. */
const SOME_ITEMS = 20;
/** Items that a stream reads at once. */
const PAGE_ITEMS = 100;

const itemsOf = (...asked: unknown[]): number => {
  const { k, limit }: { k?: number; limit?: number } = Object.assign({}, ...asked);
  return k ?? limit ?? SOME_ITEMS;
};

/** Items and bytes of a body that count as one place. */
const ITEMS_OF_PLACE = 20;
const BYTES_OF_PLACE = 4 * 1024;

interface Room {
  outgoing: Outgoing;
  tenant: string;
  query: unknown;
  body: unknown;
  /** Size of the body, unpacked. */
  bytes: number;
  response: Pick<Response, 'destroyed'>;
  /** ms that an import may wait for its place. */
  importWait: number;
}

const noPlace = () =>
  new Problem(
    'overloaded',
    'As many imports take lines as may at once, of this tenant or of all. Nothing was kept: send it again.',
    { retryAfter: 10 },
  );

/** The time of a request runs while its body waits unread, and what begins too late is cut off before its answer. */
const begunWithin = <Made>(
  wait: number,
  make: () => Promise<Made>,
  take: (begin: () => Promise<Made>, late: AbortSignal) => Promise<Made>,
): Promise<Made> =>
  new Promise((resolve, reject) => {
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort(noPlace());
      reject(late.signal.reason);
    }, wait);
    const begin = () => {
      clearTimeout(timer);
      return make();
    };
    take(begin, late.signal).then(resolve, reject);
  });

/** Makes the answer of an operation within its places. */
export const withPlaces = async <Made>(
  operation: Operation,
  { outgoing, tenant, query, body, bytes, response, importWait }: Room,
  make: () => Promise<Made>,
): Promise<Made> => {
  const { items, lines, waits, large, holds, compares } = operation;
  if (waits) {
    await outgoing.room(tenant);
    return make();
  }
  const makeIfAwaited = async () => {
    if (response.destroyed) throw malformed('Nobody waits for this answer any more.');
    return make();
  };
  if (lines) {
    return begunWithin(importWait, makeIfAwaited, (begin, late) =>
      outgoing.withPlaces('imports', tenant, 1, begin, late),
    );
  }
  if (large) return outgoing.withPlaces('forgets', tenant, 1, make);
  const isStream = operation.mediaType !== undefined;
  if (!writes(operation)) {
    const places = isStream ? PAGE_ITEMS : (holds?.(body) ?? itemsOf(query, body));
    return outgoing.withPlaces(compares ? 'comparisons' : 'reads', tenant, compares ? 1 : places, makeIfAwaited);
  }
  const list = items && (body as Record<string, unknown[]>)[items.member];
  const places = Math.ceil(Math.max((list?.length ?? 1) / ITEMS_OF_PLACE, bytes / BYTES_OF_PLACE));
  return outgoing.withPlaces('writes', tenant, places, make);
};
