import type { z } from 'zod';
import type { ProblemName } from '../problems.js';
import type { Tag } from './tags.js';

/** What a key may be allowed to do. An operator has no tenant, and reaches the operations of operators alone. */
export const scopeNames = ['read', 'write', 'admin', 'operator'] as const;
export type Scope = (typeof scopeNames)[number];

/**
 * How a key that is limited to an owner may use an operation: not at all; to find what is the owner's or shared; to write the
 * owner's, in the body or in each of its `memories`; to see and record what the owner did; to list the owner's alone; or by the id
 * of something that has to be the owner's, where a memory may also be shared as long as it is read.
 */
export type OwnerUse = 'refused' | 'finds' | 'writes' | 'writesEach' | 'acts' | 'lists' | OwnedKind;
export type OwnedKind = 'memory' | 'artifact' | 'ingest' | 'review' | 'event' | 'entity';

/** Whoever needs `admin` needs all of the tenant, so a key of an owner never has it. */
type Access =
  /** Null where no tenant is needed. */
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
  /** What a success answers, by status; JSON unless `mediaType` says otherwise. */
  answers: Readonly<Record<number, z.ZodType>>;
  mediaType?: string;
  problems: readonly ProblemName[];
  /** Brings something of an owner: one whose name is not known yet is made. */
  makesOwners?: true;
  /** Takes an Idempotency-Key. */
  idempotent?: true;
  /** What it adds to without a bound of its own, so that quotas count it. */
  adds?: 'memories' | 'ingests' | 'bytes';
  /** Answers an ETag, takes If-Match where it writes. */
  versioned?: true;
  /** Headers of its own that it needs, each the name of a tenant, with what they are for. */
  headers?: Readonly<Record<string, string>>;
  /** Reads a body of lines of JSON, application/x-ndjson, as a stream. */
  lines?: true;
  /** Waits for other work, or takes long: its answer is short beside what was sent, and takes no place while it is made. */
  waits?: true;
  /** A list in its body, each item checked by itself: the body has larger bounds, each item those of a body. */
  items?: { member: string; most: number };
}

/** May leave something changed behind. */
export const writes = ({ method, scope }: Operation): boolean => method !== 'get' && scope !== null && scope !== 'read';

/** Asks for a tenant. */
export const hasTenant = ({ scope }: Pick<Operation, 'scope'>): boolean => scope !== null && scope !== 'operator';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Member<Op, Name extends string> = Op extends Record<Name, infer Value> ? Value : undefined;

/** The checked request of an operation. */
export interface RequestOf<Op> {
  params: Parsed<Member<Op, 'params'>>;
  query: Parsed<Member<Op, 'query'>>;
  body: Parsed<Member<Op, 'body'>>;
}

/** The bodies that an operation answers with. */
export type AnswerOf<Op extends Operation> = z.input<Op['answers'][keyof Op['answers']]>;
