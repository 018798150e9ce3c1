import type { JsonObject } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';

/** The client, or a transaction of it. */
export type Database = Prisma.TransactionClient;

/** Rows as one parameter, for `json_to_recordset`: one statement whatever their number. */
export const asParameter = (rows: readonly object[]) => JSON.stringify(rows);

/** Ids as one parameter, each once: reading an array of thousands costs more than finding their rows. */
export const uuids = (ids: readonly string[]) => Prisma.sql`${`{${[...new Set(ids)].join(',')}}`}::uuid[]`;

/** Limits rows ordered by id to those after one. All rows without it. */
export const beyond = (id: string | null) => (id === null ? Prisma.empty : Prisma.sql`and id > ${id}::uuid`);

/** Changes without the members that are undefined, which Prisma refuses. */
export const givenOf = <Changes extends object>(changes: Changes) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Changes;

/** A value for a column of JSON: as there, without the members that are undefined. */
export const json = (value: object) => JSON.parse(JSON.stringify(value)) as Prisma.InputJsonValue;
export const nullableJson = (value: object | null) => (value === null ? Prisma.DbNull : json(value));

/** For a JSON column to which only objects are written. */
export const jsonObject = (value: Prisma.JsonValue) => value as JsonObject;
export const nullableJsonObject = (value: Prisma.JsonValue | null) => value as JsonObject | null;
