import type { IngestRequest, Message } from '@hippocamp/sdk';

/** A message of a talk. */
export interface Said extends Pick<Message, 'content' | 'at'> {
  /** The same in every export of the talk. */
  id: string;
  role: 'user' | 'assistant';
}

/** A talk, as another service kept it. */
export interface Talk {
  kind: 'talk';
  /** The same in every export. */
  id: string;
  title: string;
  startedAt: string | undefined;
  messages: Said[];
}

/** A text of its own. */
export interface Document {
  kind: 'document';
  title: string;
  content: string;
  source: IngestRequest['source'];
  at: string | undefined;
  metadata: Record<string, unknown>;
}

/** Memories and what they are about, as lines that the service takes as they are. */
export type RecordLine = { kind: 'entity' | 'memory' | 'relation'; id: string } & Record<string, unknown>;

/** What an export holds. */
export interface Found {
  /** To be read: what is worth keeping of it is kept. In the order of their time. */
  texts: (Talk | Document)[];
  /** Kept already by whoever made them; entities first, then memories, then relations. */
  records: RecordLine[];
  /** What is not brought, and why. */
  leftOut: { why: string; count: number }[];
}

/** Counts what is left out by its reason. */
export function createLeftOut() {
  const counts = new Map<string, number>();
  return {
    add: (why: string) => void counts.set(why, (counts.get(why) ?? 0) + 1),
    all: () => [...counts].map(([why, count]) => ({ why, count })),
  };
}
export type LeftOut = ReturnType<typeof createLeftOut>;

/** Beyond every time: what has none counts as said now. */
const NOW = '~';
const timeOf = (text: Talk | Document): string => (text.kind === 'talk' ? text.startedAt : text.at) ?? NOW;

const compare = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

/** What was said later is read later, so that it can replace what was said before. */
export const byTime = (texts: readonly (Talk | Document)[]): (Talk | Document)[] =>
  [...texts].sort((one, other) => compare(timeOf(one), timeOf(other)));

/** Each id once. */
export const once = (lines: readonly RecordLine[]): RecordLine[] => [
  ...new Map(lines.map((line) => [line.id, line])).values(),
];

const order = ['entity', 'memory', 'relation'];

/** What is pointed to comes before what points to it. */
export const inOrder = (lines: readonly RecordLine[]): RecordLine[] =>
  order.flatMap((kind) => lines.filter((line) => line.kind === kind));
