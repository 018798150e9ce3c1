import type { MemoryRecord, Span } from '../../ports/records.js';
import { redact } from '../text/redaction.js';
import { type SharedPlaces, sharedWords } from '../text/shared-words.js';

/** A content as its reader worded it. */
export interface Worded {
  content: string;
  /** Words that stay. */
  own: readonly string[];
  /** Only the first so many UTF-16 units may hold words of earlier texts. Without it, all of the content may. */
  quotedUntil?: number;
}

/** Tells how much of a content may be quoted from earlier messages, or nothing. */
export const quotedIn = ({ quotedUntil }: { quotedUntil?: number | undefined }): Pick<Worded, 'quotedUntil'> =>
  quotedUntil === undefined ? {} : { quotedUntil };

/** What a client stored by itself quotes nothing. Of what an earlier release or a model wrote, all may be quoted. */
export const quotedLengthOf = ({ provenance }: Pick<MemoryRecord, 'provenance'>): number => {
  if (provenance === null) return 0;
  const { quotedUntil } = provenance;
  return typeof quotedUntil === 'number' ? quotedUntil : Number.POSITIVE_INFINITY;
};

/** The memory's own words and its speaker's name stay. */
const ownOf = ({ provenance, speaker }: MemoryRecord): string[] =>
  [provenance?.sourceSpan, speaker].filter((text) => typeof text === 'string');

const takenIn = ({ content, own, quotedUntil = Number.POSITIVE_INFINITY }: Worded, earlier: SharedPlaces) =>
  sharedWords(content, earlier, own).filter(({ start }) => start < quotedUntil);

export const withoutEarlier = (worded: Worded, earlier: SharedPlaces): string =>
  redact(worded.content, takenIn(worded, earlier), []);

const wordAt = (content: string, { start, end }: Span): string => content.slice(start, end).toLowerCase();

/** The earliest content of a memory that is known. */
export interface Written {
  content: string;
  /** False where somebody may have changed it since the reader wrote it. */
  isReaders: boolean;
}

/**
 * The content without the words that it took; null if its reader took none. Of what somebody wrote in place of the
 * earliest content, only words that had been taken go.
 */
export function withoutTaken(
  memory: MemoryRecord,
  { content: written, isReaders }: Written,
  earlier: SharedPlaces,
): string | null {
  const { content } = memory;
  const own = ownOf(memory);
  const quoted = quotedIn({ quotedUntil: isReaders ? quotedLengthOf(memory) : undefined });
  const taken = takenIn({ content: written, own, ...quoted }, earlier);
  if (taken.length === 0) return null;
  if (content === written) return redact(content, taken, []);
  const words = new Set(taken.map((span) => wordAt(written, span)));
  const repeated = sharedWords(content, earlier, own).filter((span) => words.has(wordAt(content, span)));
  return redact(content, repeated, []);
}
