import type { MemoryRecord, Span } from '../../ports/records.js';
import { redact } from '../text/redaction.js';
import { type SharedPlaces, sharedWords } from '../text/shared-words.js';

/** A content as its reader wrote it. */
export interface Reading {
  content: string;
  /** Words that stay. */
  own: readonly string[];
  /** Only the beginning until there may hold words of earlier texts. Without it, all of the content may. */
  quotedUntil?: number;
}

/** What a client stored by itself quotes nothing. Of what an earlier release or a model wrote, all may be quoted. */
export const quotedUntil = ({ provenance }: Pick<MemoryRecord, 'provenance'>): number => {
  if (provenance === null) return 0;
  const { quotedUntil: until } = provenance;
  return typeof until === 'number' ? until : Number.POSITIVE_INFINITY;
};

/** The memory's own words and its speaker's name stay. */
const ownOf = ({ provenance, speaker }: MemoryRecord): string[] =>
  [provenance?.sourceSpan, speaker].filter((text) => typeof text === 'string');

const takenIn = ({ content, own, quotedUntil: until = Number.POSITIVE_INFINITY }: Reading, earlier: SharedPlaces) =>
  sharedWords(content, earlier, own).filter(({ start }) => start < until);

export const withoutEarlier = (reading: Reading, earlier: SharedPlaces): string =>
  redact(reading.content, takenIn(reading, earlier), []);

const wordAt = (content: string, { start, end }: Span): string => content.slice(start, end).toLowerCase();

/**
 * The content without the words that it took; null if its reader took none. `written` is what the reader wrote. Of what
 * somebody wrote in its place, only words that the reader had taken go.
 */
export function withoutTaken(memory: MemoryRecord, written: string, earlier: SharedPlaces): string | null {
  const { content } = memory;
  const own = ownOf(memory);
  const taken = takenIn({ content: written, own, quotedUntil: quotedUntil(memory) }, earlier);
  if (taken.length === 0) return null;
  if (content === written) return redact(content, taken, []);
  const words = new Set(taken.map((span) => wordAt(written, span)));
  const repeated = sharedWords(content, earlier, own).filter((span) => words.has(wordAt(content, span)));
  return redact(content, repeated, []);
}
