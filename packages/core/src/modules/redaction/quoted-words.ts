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

/** What is left of a content, and the words that its memory took, in lower case. */
export interface WithoutTaken {
  content: string;
  taken: ReadonlySet<string>;
}

/**
 * The content without the words that it took; null if its reader took none. Of what somebody wrote in place of the
 * earliest content, only words that had been taken go.
 */
export function withoutTaken(
  memory: MemoryRecord,
  { content: written, isReaders }: Written,
  earlier: SharedPlaces,
): WithoutTaken | null {
  const { content } = memory;
  const own = ownOf(memory);
  const quoted = quotedIn({ quotedUntil: isReaders ? quotedLengthOf(memory) : undefined });
  const places = takenIn({ content: written, own, ...quoted }, earlier);
  if (places.length === 0) return null;
  const taken = new Set(places.map((span) => wordAt(written, span)));
  if (content === written) return { content: redact(content, places, []), taken };
  const repeated = sharedWords(content, earlier, own).filter((span) => taken.has(wordAt(content, span)));
  return { content: redact(content, repeated, []), taken };
}

/** Whether a text has words in common with the earlier ones that were taken from them. */
export const holdsTaken = (text: string, earlier: SharedPlaces, taken: ReadonlySet<string>): boolean =>
  sharedWords(text, earlier, []).some((span) => taken.has(wordAt(text, span)));
