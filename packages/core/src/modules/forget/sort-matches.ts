import { MOST_FORGOTTEN } from '@hippocamp/shared/schemas/forget';
import { normaliseText } from '@hippocamp/shared/text/cleaned';
import type { MemoryRecord } from '../../ports/records.js';
import { occurrences } from '../text/occurrences.js';
import { pace } from '../waiting.js';

/** The reason holds none of the memory's words. */
export interface Saying {
  reason: string;
  score: number;
}

export interface Match extends Saying {
  memory: MemoryRecord;
  /** Only memories that say the statement are forgotten unasked. */
  kind: 'says' | 'about';
}

interface Found {
  memories: readonly MemoryRecord[];
  sayings: ReadonlyMap<string, Saying>;
  /** 0..1, by memory id. */
  relevance: ReadonlyMap<string, number>;
  /** True when "I" may be one of several people. */
  isUnclear: boolean;
  topics: readonly string[];
}

/** The least relevance of a memory that is shown beside those that say or name it. */
const NEAR = 0.3;
/** The least relevance when there are no such memories. Unrelated memories stay below it. */
const NEAR_ENOUGH = 0.12;
const MOST_NEAR = 20;

const bySureness = (first: Match, second: Match) =>
  second.score - first.score || (first.memory.id < second.memory.id ? -1 : 1);

/** `topics` are normalised. */
function names({ content, speaker }: MemoryRecord, topics: readonly string[]): boolean {
  if (topics.length === 0) return false;
  if (speaker !== null && topics.includes(normaliseText(speaker))) return true;
  const normal = normaliseText(content);
  return topics.some((topic) => occurrences(normal, topic).length > 0);
}

/**
 * At most a hundred matches: those that say it, then those that name it, then those near enough, surest first. The memories may be a
 * thousand, and long.
 */
export async function sortMatches({ memories, sayings, relevance, isUnclear, topics }: Found): Promise<Match[]> {
  const wanted = topics.map(normaliseText);
  const [saying, naming, near]: [Match[], Match[], Match[]] = [[], [], []];
  for (const memory of memories) {
    await pace();
    const said = sayings.get(memory.id);
    const about = { memory, kind: 'about' as const, score: relevance.get(memory.id) ?? 0 };
    if (said && isUnclear) naming.push({ ...about, reason: 'says it, as others do: whose words are meant is open' });
    else if (said) saying.push({ memory, kind: 'says', ...said });
    else if (names(memory, wanted)) naming.push({ ...about, reason: 'names it' });
    else near.push({ ...about, reason: 'is near it' });
  }
  const meant = [...saying.sort(bySureness), ...naming.sort(bySureness)];
  const least = meant.length > 0 ? NEAR : NEAR_ENOUGH;
  const shown = near.filter(({ score }) => score >= least).sort(bySureness);
  return [...meant, ...shown.slice(0, MOST_NEAR)].slice(0, MOST_FORGOTTEN);
}
