import type { ByHand } from './by-hand.js';
import type { CallOperation } from './caller.js';
import type { Operations } from './generated/types.js';
import type { CallOptions } from './options.js';
import type { Every, OperationId, places } from './places.js';

type Method<Id extends OperationId> = (
  ...given: [...given: Operations[Id]['arguments'], options?: CallOptions]
) => Promise<Operations[Id]['answer']>;

type Row<Id extends OperationId, Of> = Of extends keyof Operations[Id]['answer']
  ? Operations[Id]['answer'][Of] extends readonly (infer Item)[]
    ? Item
    : never
  : never;

type Iterate<Id extends OperationId, Of> = (
  ...given: [...given: Operations[Id]['arguments'], options?: CallOptions]
) => AsyncIterableIterator<Row<Id, Of>>;

type At<Place> = Place extends OperationId
  ? Method<Place>
  : Place extends Every<infer Id>
    ? Iterate<Id, Place['of']>
    : { [Name in keyof Place]: At<Place[Name]> };

export type Placed = { [Name in keyof typeof places]: At<(typeof places)[Name]> };

interface OfTheClient {
  /** Calls any operation by its name in the contract. */
  call: CallOperation;
  /** The same client for another tenant. */
  forTenant(tenant: string): Hippocamp;
}

export type Hippocamp = Placed & ByHand & OfTheClient;
