import type { IngestRequest, Message } from '@hippocamp/sdk';

export interface Said extends Pick<Message, 'content' | 'at'> {
  /** The same in every export of the talk. */
  id: string;
  role: 'user' | 'assistant';
}

export interface Talk {
  kind: 'talk';
  id: string;
  title: string;
  startedAt: string | undefined;
  messages: Said[];
}

export interface Document {
  kind: 'document';
  title: string;
  content: string;
  source: IngestRequest['source'];
  at: string | undefined;
  metadata: Record<string, unknown>;
}

export type RecordLine = { kind: 'entity' | 'memory' | 'relation'; id: string } & Record<string, unknown>;

export interface Found {
  /** Texts for the service to read, in the order of their time. */
  texts: (Talk | Document)[];
  /** Memories made by another service: entities first, then memories, then relations. */
  records: RecordLine[];
  leftOut: { why: string; count: number }[];
}

export function createLeftOut() {
  const counts = new Map<string, number>();
  return {
    add: (why: string) => void counts.set(why, (counts.get(why) ?? 0) + 1),
    all: () => [...counts].map(([why, count]) => ({ why, count })),
  };
}
export type LeftOut = ReturnType<typeof createLeftOut>;

/** Sorts after every time: a text without one counts as said now. */
const NOW = '~';
const timeOf = (text: Talk | Document): string => (text.kind === 'talk' ? text.startedAt : text.at) ?? NOW;

const compare = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

/** Later texts are read later, so that they can replace earlier statements. */
export const byTime = (texts: readonly (Talk | Document)[]): (Talk | Document)[] =>
  [...texts].sort((one, other) => compare(timeOf(one), timeOf(other)));

/** The last line of each id is kept. */
export const once = (lines: readonly RecordLine[]): RecordLine[] => [
  ...new Map(lines.map((line) => [line.id, line])).values(),
];

const order = ['entity', 'memory', 'relation'];

/** A line that others point to comes before them. */
export const inOrder = (lines: readonly RecordLine[]): RecordLine[] =>
  order.flatMap((kind) => lines.filter((line) => line.kind === kind));
