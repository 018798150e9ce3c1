import { readdirSync, readFileSync } from 'node:fs';

/** A sentence with what a reader should make of it; see `labelled/README.md`. */
export interface Labelled {
  text: string;
  source: string;
  heading?: string;
  role?: 'user' | 'assistant' | 'system';
  /** What was said just before. */
  before?: string;
  label: 'keep' | 'noise';
  tier?: 'semantic' | 'episodic' | 'short_term';
  /** 1..3 */
  importance?: number;
  kind: string;
  /** It tries to steer the memory or whoever reads it. */
  steer?: boolean;
  topic: string;
  author: string;
  /** ISO 639-1; English where it is left out. */
  language?: string;
}

const folder = new URL('../../labelled/', import.meta.url);

/** The lines of a file of `labelled`. */
export const linesOf = <Line>(path: string): Line[] =>
  readFileSync(new URL(path, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** Whose sentences measure and train nothing. */
const REPORT = new Set(['F']);

/** Sentences that measure; those that train are by other authors, of other domains. */
export function split<Sentence extends { author: string; topic: string }>(
  sentences: readonly Sentence[],
): { training: Sentence[]; report: Sentence[] } {
  const report = sentences.filter(({ author }) => REPORT.has(author));
  const domains = new Set(report.map(({ topic }) => topic));
  return { report, training: sentences.filter(({ author, topic }) => !REPORT.has(author) && !domains.has(topic)) };
}

/** All sentences by English authors that a head may be asked about: what an assistant says, a rule leaves out. */
export function readSentences(): Labelled[] {
  const files = readdirSync(new URL('sentences/', folder)).filter((name) => /^[a-z]\.jsonl$/.test(name));
  return files
    .sort()
    .flatMap((name) => linesOf<Labelled>(`sentences/${name}`))
    .filter(({ role }) => role !== 'assistant' && role !== 'system');
}

export const readLanguages = (): Labelled[] => linesOf<Labelled>('sentences/languages.jsonl');
