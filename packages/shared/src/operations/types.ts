import type { z } from 'zod';
import type { ProblemName } from '../problems.js';
import type { Tag } from './tags.js';

export type Scope = 'read' | 'write' | 'admin';

export interface Operation {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** With `{name}` for parameters, as in OpenAPI. */
  path: string;
  summary: string;
  tag: Tag;
  /** Null where no tenant is needed. */
  scope: Scope | null;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** What a success answers, by status; JSON unless `mediaType` says otherwise. */
  answers: Readonly<Record<number, z.ZodType>>;
  mediaType?: string;
  problems: readonly ProblemName[];
  /** Takes an Idempotency-Key. */
  idempotent?: true;
  /** Answers an ETag, takes If-Match where it writes. */
  versioned?: true;
  /** Headers of its own that it reads, with what they are for. */
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
