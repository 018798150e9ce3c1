import { readdirSync, readFileSync } from 'node:fs';

export interface Labelled {
  text: string;
  source: string;
  heading?: string;
  role?: 'user' | 'assistant' | 'system';
  before?: string;
  label: 'keep' | 'noise';
  tier?: 'semantic' | 'episodic' | 'short_term';
  /** 1..3 */
  importance?: number;
  kind: string;
  /** The sentence tries to steer the memory or its reader. */
  steer?: boolean;
  topic: string;
  author: string;
  /** ISO 639-1; English by default. */
  language?: string;
}

const folder = new URL('../../labelled/', import.meta.url);

export const linesOf = <Line>(path: string): Line[] =>
  readFileSync(new URL(path, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** The authors whose sentences measure and train nothing. */
const REPORT = new Set(['F']);

/** The training sentences are by other authors and on other topics than the report's. */
export function split<Sentence extends { author: string; topic: string }>(
  sentences: readonly Sentence[],
): { training: Sentence[]; report: Sentence[] } {
  const report = sentences.filter(({ author }) => REPORT.has(author));
  const domains = new Set(report.map(({ topic }) => topic));
  return { report, training: sentences.filter(({ author, topic }) => !REPORT.has(author) && !domains.has(topic)) };
}

/** English sentences without those of assistants and systems, which a rule leaves out. */
export function readSentences(): Labelled[] {
  const files = readdirSync(new URL('sentences/', folder)).filter((name) => /^[a-z]\.jsonl$/.test(name));
  return files
    .sort()
    .flatMap((name) => linesOf<Labelled>(`sentences/${name}`))
    .filter(({ role }) => role !== 'assistant' && role !== 'system');
}

export const readLanguages = (): Labelled[] => linesOf<Labelled>('sentences/languages.jsonl');
