import { malformed } from '@hippocamp/core/modules/json/json-text';
import { type Operation, writes } from '@hippocamp/shared/operations/types';
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
}

/** Makes the answer of an operation within its places. */
export const withPlaces = async <Made>(
  operation: Operation,
  { outgoing, tenant, query, body, bytes, response }: Room,
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
  if (lines) return outgoing.withPlaces('imports', tenant, 1, makeIfAwaited);
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
