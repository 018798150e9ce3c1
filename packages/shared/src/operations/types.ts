import type { z } from 'zod';
import type { ProblemName } from '../problems.js';
import type { Tag } from './tags.js';

/**
 * How an owner's key may use an operation: not at all; to find what is the owner's or shared; to write for the owner,
 * once or for each of `memories`; to see or record the owner's acts; to list the owner's; or by id of an owner's item.
 */
export type OwnerUse = 'refused' | 'finds' | 'writes' | 'writesEach' | 'acts' | 'lists' | OwnedKind;
export type OwnedKind = 'memory' | 'artifact' | 'ingest' | 'review' | 'event' | 'entity';

/** `admin` concerns the whole tenant, so a key of an owner never has it. */
type Access =
  /** Null when no tenant is needed. */
  { scope: null | 'operator' | 'admin'; forOwner?: undefined } | { scope: 'read' | 'write'; forOwner: OwnerUse };

export type Operation = Described & Access;

interface Described {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** With `{name}` for parameters, as in OpenAPI. */
  path: string;
  summary: string;
  tag: Tag;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** By status; JSON unless `mediaType` says otherwise. */
  answers: Readonly<Record<number, z.ZodType>>;
  mediaType?: string;
  problems: readonly ProblemName[];
  /** Creates an entity for an unknown owner name. */
  makesOwners?: true;
  idempotent?: true;
  adds?: 'memories' | 'ingests' | 'bytes';
  /** Answers an ETag, and takes If-Match if it writes. */
  versioned?: true;
  /** Required headers that hold the name of a tenant, with their descriptions. */
  headers?: Readonly<Record<string, string>>;
  /** Reads a body of lines of JSON, application/x-ndjson, as a stream. It takes a place of those alone. */
  lines?: true;
  /** Waits for other work or takes long, so it holds no place meanwhile. Its answer is short. */
  waits?: true;
  /** Memories that it holds while its answer is made; those of the answer by default. */
  holds?(body: unknown): number;
  /** Its answer may hold a hundred long memories, whatever is asked, so few are made at once. */
  large?: true;
  /** Keeps something of each memory of the tenant while it works, so it is done once at a time for a tenant. */
  compares?: true;
  /** A list in the body whose items are checked one by one, within the bounds of a body each. */
  items?: { member: string; most: number };
}

export const writes = ({ method, scope }: Operation): boolean => method !== 'get' && scope !== null && scope !== 'read';

export const hasTenant = ({ scope }: Pick<Operation, 'scope'>): boolean => scope !== null && scope !== 'operator';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Member<Op, Name extends string> = Op extends Record<Name, infer Value> ? Value : undefined;

export interface RequestOf<Op> {
  params: Parsed<Member<Op, 'params'>>;
  query: Parsed<Member<Op, 'query'>>;
  body: Parsed<Member<Op, 'body'>>;
}

export type AnswerOf<Op extends Operation> = z.input<Op['answers'][keyof Op['answers']]>;
