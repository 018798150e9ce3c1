import type { Hippocamp } from '@hippocamp/sdk';

/** Whose memory a model is given. It comes from the connection: no argument of a tool names a tenant or an owner. */
export interface Connection {
  /** Of the tenant. */
  client: Hippocamp;
  /** Entity that owns what is written, and whose memories are read; undefined for what has no owner. */
  owner: string | undefined;
}
