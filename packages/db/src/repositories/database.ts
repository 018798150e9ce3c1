import type { JsonObject } from '@hippocamp/shared/schemas/common';
import { Prisma } from '../generated/client.js';

export type Database = Prisma.TransactionClient;

/** For `json_to_recordset`, so that any number of rows is one statement. */
export const asParameter = (rows: readonly object[]) => JSON.stringify(rows);

/** Each id once: reading an array of thousands costs more than finding their rows. */
export const uuids = (ids: readonly string[]) => Prisma.sql`${`{${[...new Set(ids)].join(',')}}`}::uuid[]`;

export const beyond = (id: string | null) => (id === null ? Prisma.empty : Prisma.sql`and id > ${id}::uuid`);

/** Prisma refuses undefined members. */
export const givenOf = <Changes extends object>(changes: Changes) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Changes;

/** JSON without undefined members. */
export const json = (value: object) => JSON.parse(JSON.stringify(value)) as Prisma.InputJsonValue;
export const nullableJson = (value: object | null) => (value === null ? Prisma.DbNull : json(value));

/** Only objects are written to such a column. */
export const jsonObject = (value: Prisma.JsonValue) => value as JsonObject;
export const nullableJsonObject = (value: Prisma.JsonValue | null) => value as JsonObject | null;

/** For long JSON: Prisma would go through a value several times. */
export const asText = (value: object) => Prisma.sql`${JSON.stringify(value)}::text::jsonb`;
export const nullableText = (value: object | null) => (value === null ? Prisma.sql`null` : asText(value));
