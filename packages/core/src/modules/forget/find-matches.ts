import type { ToForget } from '@hippocamp/shared/language/forgetting';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { MOST_FORGOTTEN } from '@hippocamp/shared/schemas/forget';
import type { Language } from '../../ports/language.js';
import type { MemoryRecord, Records } from '../../ports/records.js';
import type { Facts } from '../facts/facts.js';
import { actorOf } from '../facts/memory-keys.js';
import { ownNames } from '../facts/own-names.js';
import type { Recall } from '../retrieval/recall.js';
import { findNear, type Near } from './find-near.js';
import { createSaying, type Saying, type SayingDependencies, sameWords } from './says-it.js';

export interface MatchingDependencies extends SayingDependencies {
  recall: Recall;
  records: Records;
  facts: Facts;
  language: Pick<Language, 'compare' | 'relate' | 'toForget' | 'statementsOf' | 'tellsOfSelf'>;
}

export interface Match extends Saying {
  memory: MemoryRecord;
  /** Only what says it is forgotten unasked. */
  kind: 'says' | 'about';
}

export interface Matches {
  asked: ToForget[];
  /** What says it first, then what names it, the surest first; at most a hundred. */
  matches: Match[];
  lacks: Near['lacks'];
}

/** Below this a memory is not shown as one that may be meant. */
const NEAR_ENOUGH = 0.3;
/** Of those that are merely near. */
const MOST_NEAR = 20;

const bySureness = (first: Match, second: Match) =>
  second.score - first.score || (first.memory.id < second.memory.id ? -1 : 1);

const notSaid: Saying = { reason: 'is near it', score: 0 };

/** Finds what makes some statements, or may be meant by a topic. */
export function createMatching(dependencies: MatchingDependencies) {
  const { language, facts, records } = dependencies;
  const findSaying = createSaying(dependencies);

  /** Several clauses are to be forgotten each by itself. */
  const clausesOf = async (tenant: TenantId, asked: readonly ToForget[]): Promise<ToForget[]> => {
    const clauses: ToForget[] = [];
    for (const one of asked) {
      const parts = one.kind === 'statement' ? await language.statementsOf(tenant, one.text) : [];
      clauses.push(...(parts.length > 1 ? parts.map((text): ToForget => ({ kind: 'statement', text })) : [one]));
    }
    return clauses;
  };

  /** Where nobody is the owner, "I" may be any of those who spoke: then what several said is shown, and not forgotten. */
  const isUnclear = (asked: readonly ToForget[], saying: readonly MemoryRecord[]): boolean => {
    const speakers = new Set(saying.map(({ metadata }) => actorOf(metadata)));
    const ownerless = saying.every(({ ownerEntityId }) => ownerEntityId === null);
    return ownerless && speakers.size > 1 && asked.some(({ text }) => language.tellsOfSelf(text));
  };

  const names = async (tenant: TenantId, near: readonly MemoryRecord[], wanted: ReadonlySet<string>) => {
    if (wanted.size === 0) return new Set<string>();
    const readings = await facts.ofMemories(tenant, near);
    const naming = near.filter(({ id, speaker }) => {
      const named = [...(readings.get(id)?.names ?? []), ...(speaker ? [speaker.toLowerCase()] : [])];
      return named.some((name) => wanted.has(name));
    });
    return new Set(naming.map(({ id }) => id));
  };

  return async (tenant: TenantId, ownerEntityId: string | null, text: string, now: Date): Promise<Matches> => {
    const asked = await language.toForget(tenant, text);
    const clauses = await clausesOf(tenant, asked);
    const readings = await facts.read(
      tenant,
      clauses.map((clause) => ({ content: clause.text, speaker: null })),
    );
    const near = await findNear(tenant, ownerEntityId, clauses, readings, { ...dependencies, now });
    const aliases = await ownNames(tenant, ownerEntityId, dependencies);
    const statements = clauses.flatMap((clause, place) => {
      const reading = readings[place];
      return clause.kind === 'statement' && reading ? [{ text: clause.text, reading }] : [];
    });
    const said = await findSaying(statements, near.memories, { tenant, aliases });
    const literally = sameWords([text, ...asked.map((one) => one.text)], near.memories);
    const sayings = new Map([...said, ...literally]);
    const topics = new Set(
      clauses.flatMap(({ kind }, place) => (kind === 'topic' ? (readings[place]?.names ?? []) : [])),
    );
    const naming = await names(tenant, near.memories, topics);
    const unclear = isUnclear(
      asked,
      near.memories.filter(({ id }) => sayings.has(id)),
    );
    const all = near.memories.map((memory): Match => {
      const { id } = memory;
      const saying = sayings.get(id);
      if (saying && !unclear) return { memory, kind: 'says', ...saying };
      const score = near.relevance.get(id) ?? 0;
      if (saying)
        return { memory, kind: 'about', score, reason: 'says it, as others do: whose words are meant is open' };
      if (naming.has(id)) return { memory, kind: 'about', score, reason: 'names whom or what it is about' };
      return { memory, kind: 'about', ...notSaid, score };
    });
    const saying = all.filter(({ kind }) => kind === 'says').sort(bySureness);
    const others = all.filter(({ kind }) => kind === 'about').sort(bySureness);
    const isMeant = (match: Match) => match.reason !== notSaid.reason;
    const nearOnly = others.filter((match) => !isMeant(match) && match.score >= NEAR_ENOUGH).slice(0, MOST_NEAR);
    const matches = [...saying, ...others.filter(isMeant), ...nearOnly].slice(0, MOST_FORGOTTEN);
    return { asked, matches, lacks: near.lacks };
  };
}
