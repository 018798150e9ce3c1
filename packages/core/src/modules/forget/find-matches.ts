import type { ToForget } from '@hippocamp/shared/language/forgetting';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Language } from '../../ports/language.js';
import type { MemoryRecord, Records } from '../../ports/records.js';
import type { Facts } from '../facts/facts.js';
import { actorOf } from '../facts/memory-keys.js';
import { ownNames } from '../facts/own-names.js';
import type { Recall } from '../retrieval/recall.js';
import { findNear, type Near } from './find-near.js';
import { createSaying, type SayingDependencies, sameWords } from './says-it.js';
import { type Match, sortMatches } from './sort-matches.js';

export interface MatchingDependencies extends SayingDependencies {
  recall: Recall;
  records: Records;
  facts: Facts;
  language: Pick<Language, 'toForget' | 'statementsOf' | 'tellsOfSelf'>;
}

export interface Matches {
  asked: ToForget[];
  matches: Match[];
  lacks: Near['lacks'];
}

/** Clauses looked for each by itself; what comes after them is one more. */
const MOST_CLAUSES = 10;

const joined = (clauses: readonly ToForget[]): ToForget[] => {
  const rest = clauses.slice(MOST_CLAUSES);
  if (rest.length === 0) return [...clauses];
  return [...clauses.slice(0, MOST_CLAUSES), { kind: 'topic', text: rest.map(({ text }) => text).join(' ') }];
};

/** Where nobody is the owner, "I" may be any of those who spoke: then what several said is shown, and not forgotten. */
const ofSeveral = (saying: readonly MemoryRecord[]): boolean =>
  saying.every(({ ownerEntityId }) => ownerEntityId === null) &&
  new Set(saying.map(({ metadata }) => actorOf(metadata))).size > 1;

/** Finds what makes some statements, or may be meant by a topic. */
export function createMatching(dependencies: MatchingDependencies) {
  const { language } = dependencies;
  const findSaying = createSaying(dependencies);

  const clausesOf = async (tenant: TenantId, asked: readonly ToForget[]): Promise<ToForget[]> => {
    const clauses: ToForget[] = [];
    for (const one of asked) {
      const parts = one.kind === 'statement' ? await language.statementsOf(tenant, one.text) : [];
      clauses.push(...(parts.length > 1 ? parts.map((text) => ({ ...one, text })) : [one]));
    }
    return joined(clauses);
  };

  return async (tenant: TenantId, ownerEntityId: string | null, text: string, now: Date): Promise<Matches> => {
    const asked = await language.toForget(tenant, text);
    const clauses = await clausesOf(tenant, asked);
    const { memories, relevance, lacks } = await findNear(tenant, ownerEntityId, clauses, {
      ...dependencies,
      now,
    });
    const statements = clauses.flatMap((clause) => (clause.kind === 'statement' ? [clause.text] : []));
    const aliases = await ownNames(tenant, ownerEntityId, dependencies);
    const said = await findSaying(statements, memories, { tenant, aliases, relevance });
    const sayings = new Map([...said, ...sameWords([text, ...asked.map((one) => one.text)], memories)]);
    const saying = memories.filter(({ id }) => sayings.has(id));
    const isUnclear = language.tellsOfSelf(text) && ofSeveral(saying);
    const topics = clauses.filter(({ kind }) => kind === 'topic').map((topic) => topic.text);
    return { asked, matches: sortMatches({ memories, sayings, relevance, isUnclear, topics }), lacks };
  };
}
