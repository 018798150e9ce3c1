import type { TenantId } from '@hippocamp/shared/schemas/common';
import { QUERY_LENGTH } from '@hippocamp/shared/schemas/query';
import { MOST_SUBCLAIMS, type ValidateAnswer, type ValidateRequest } from '@hippocamp/shared/schemas/validate';
import { cutText } from '@hippocamp/shared/text/cleaned';
import type { ClaimReader } from '../../ports/claim-reader.js';
import type { Clock } from '../../ports/clock.js';
import type { Language } from '../../ports/language.js';
import type { EntityRepository, MemoryRecord, Records } from '../../ports/records.js';
import { type Caller, seenBy } from '../caller.js';
import { type FactReader, ownNames } from '../facts/facts.js';
import { chunksOf } from '../in-parts.js';
import { memoryView, toSearchFilter } from '../memory-store/memory-view.js';
import type { Policies } from '../policies.js';
import { MOST_UNITS, readWithin } from '../retrieval/read-within.js';
import { degradationOf, type Recall, type Recalled } from '../retrieval/recall.js';
import { stayHere } from './aliases.js';
import { judgeParts } from './judge-claim.js';
import { combine, type Judgement, LOW_RELEVANCE, placesShown, type Weighed } from './verdict.js';
import { type Known, subclaimsOf, weighing } from './weigh.js';

const person = /person|user|human|member|customer|client|patient|employee|contact|student|owner|individual/i;

/** "mara lind", and for a person "mara" too. */
const namesOf = (name: string, type: string): string[] => {
  const whole = name.trim().toLowerCase();
  const [first = ''] = whole.split(/\s+/);
  const isPerson = person.test(type) && /^\p{L}{2,}$/u.test(first);
  return [...new Set(isPerson ? [whole, first] : [whole])].filter((each) => each !== '');
};

/** In lower case, by owner id. Owners without an entity have none. */
async function ownerNames(
  entities: EntityRepository,
  memories: Iterable<MemoryRecord>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = [...new Set([...memories].flatMap(({ ownerEntityId }) => ownerEntityId ?? []))];
  const found = ids.length > 0 ? await entities.namesOf(ids) : [];
  return new Map(found.map(({ id, name, type }) => [id, namesOf(name, type)]));
}

interface ValidateDependencies {
  recall: Recall;
  records: Records;
  facts: FactReader;
  language: Language;
  /** Asked in turn. Empty when no model reads. */
  claimReaders: readonly ClaimReader[];
  policies: Policies;
  clock: Clock;
}

const aliasesOf = async (tenant: TenantId, ownerEntityId: string | null, dependencies: ValidateDependencies) => {
  const aliases = await ownNames(tenant, ownerEntityId, dependencies);
  const isTold = dependencies.claimReaders.some(({ method }) => method === 'llm');
  const aliasesStayHere = isTold && (await stayHere(aliases, tenant, ownerEntityId, dependencies.records));
  return { aliases, aliasesStayHere };
};

export interface ValidateService {
  validate(caller: Caller, input: ValidateRequest): Promise<ValidateAnswer>;
}

/** Memories compared with each subclaim. A fact in other words may not be among the nearest ten. */
const COMPARED = 50;
const COMPARED_AT_LEAST = 16;
/** Subclaims looked for at a time. Few, because others wait for the same engines. */
const AT_ONCE = 3;
/** Up to this many subclaims, each is compared with as many memories as a single one. */
const FULLY_COMPARED = 8;

/** A long claim is compared with fewer memories for each part, so that it does not cost more. */
const comparedWithEach = (subclaims: number, k: number): number =>
  Math.max(COMPARED_AT_LEAST, Math.floor(Math.max(COMPARED, k) * Math.min(1, FULLY_COMPARED / subclaims)));

/** The most rounds in which replacements are looked up. */
const MOST_LOOKUPS = 5;

const byStrength = (first: Weighed, second: Weighed): number =>
  Number(isCounted(second)) - Number(isCounted(first)) ||
  second.stance.score - first.stance.score ||
  second.relevance - first.relevance;

const isCounted = ({ stance, valid, overtaken }: Weighed): boolean =>
  stance.stance !== 'neutral' && (valid || overtaken);

/** One row for each memory: its strongest stance over the subclaims, and its greatest relevance. */
const merge = (rows: readonly (readonly Weighed[])[]): Weighed[] => {
  const byId = new Map<string, Weighed[]>();
  for (const row of rows.flat()) byId.set(row.record.id, [...(byId.get(row.record.id) ?? []), row]);
  return [...byId.values()].flatMap((same) => {
    const [strongest] = same.toSorted(byStrength);
    return strongest ? [{ ...strongest, relevance: Math.max(...same.map(({ relevance }) => relevance)) }] : [];
  });
};

const statusOf = ({ archivedAt, invalidAt }: MemoryRecord) => {
  if (archivedAt !== null) return 'archived' as const;
  return invalidAt === null ? ('active' as const) : ('superseded' as const);
};

const shown = (rows: readonly (readonly Weighed[])[], k: number): Weighed[] =>
  merge(rows)
    .filter(({ stance, relevance }) => stance.stance !== 'neutral' || relevance >= LOW_RELEVANCE)
    .sort(byStrength)
    .slice(0, k);

const subclaimView = (text: string, { rests, ...judgement }: Judgement, visible: ReadonlySet<string>) => ({
  text,
  ...judgement,
  evidenceIds: rests.filter((id) => visible.has(id)),
});

const withPast = { includeArchived: true, includeSuperseded: true };

export function createValidateService(dependencies: ValidateDependencies): ValidateService {
  const { recall, records, language, policies, clock } = dependencies;

  /** Includes replaced memories, since they tell that a claim was true once. */
  const find = async (caller: Caller, subclaims: readonly string[], input: ValidateRequest, now: Date) => {
    const seen = seenBy(caller);
    const { ownerEntityId, tiers, minRelevance, includeAssistant } = input;
    const wanted = { ownerEntityId, tiers, includeArchived: false, includeSuperseded: true };
    const request = {
      filter: { ...toSearchFilter(wanted, now, policies), exceptAssistants: !includeAssistant, ...seen },
      k: comparedWithEach(subclaims.length, input.k),
      weights: { semantic: 1 },
      minRelevance,
      now,
    };
    const parts = chunksOf(
      subclaims.map((text) => cutText(text, QUERY_LENGTH)),
      AT_ONCE,
    );
    const units = MOST_UNITS / parts.length;
    const found: Recalled[] = [];
    for (const questions of parts) found.push(await recall(caller.tenant, { ...request, questions, units }));
    return {
      rankings: found.flatMap(({ rankings }) => rankings),
      records: new Map(found.flatMap(({ records: rows }) => [...rows])),
      degradation: { ...degradationOf(found), ...(found.some(({ cut }) => cut) ? { approximate: true } : {}) },
    };
  };

  const addSuccessors = async (
    caller: Caller,
    found: ReadonlyMap<string, MemoryRecord>,
    { includeAssistant }: ValidateRequest,
  ) => {
    const all = new Map(found);
    const { memories } = records.forTenant(caller.tenant);
    const filter = { ...withPast, exceptAssistants: !includeAssistant, ...seenBy(caller) };
    let left = MOST_UNITS;
    for (let lookup = 0; lookup < MOST_LOOKUPS && left > 0; lookup += 1) {
      const missing = [...all.values()].flatMap(({ supersededById: id }) => (id !== null && !all.has(id) ? [id] : []));
      const { rows, used } = await readWithin([...new Set(missing)], left, (ids) => memories.getMany(ids, filter));
      if (rows.length === 0) break;
      left -= used;
      for (const row of rows) all.set(row.id, row);
    }
    return all;
  };

  const gather = async (caller: Caller, subclaims: readonly string[], input: ValidateRequest, now: Date) => {
    const { tenant } = caller;
    const [recalled, { aliases, aliasesStayHere }] = await Promise.all([
      find(caller, subclaims, input, now),
      aliasesOf(tenant, input.ownerEntityId ?? null, dependencies),
    ]);
    const others = await addSuccessors(caller, recalled.records, input);
    const known: Known = {
      ...{ records: [...recalled.records.values()], others, aliasesStayHere },
      names: await ownerNames(records.forTenant(tenant).entities, others.values()),
      relevance: recalled.rankings.map(({ ranked }) => new Map(ranked.map(({ id, score }) => [id, score]))),
    };
    return { known, aliases, degradation: recalled.degradation };
  };

  return {
    async validate(caller, input) {
      const { tenant } = caller;
      const now = clock.now();
      const asOf = input.asOf === undefined ? now : new Date(input.asOf);
      const subclaims = subclaimsOf(input.claim, await language.statementsOf(tenant, input.claim));
      const { known, aliases, degradation } = await gather(caller, subclaims, input, now);
      const weighed = weighing(input.claim, subclaims, known, asOf, aliases);
      const { parts, method } = await judgeParts(tenant, weighed, dependencies);
      const rows = parts.map((part) => part.rows);
      const judgements = parts.map(({ judgement }) => judgement);
      const evidence = shown(rows, input.k);
      const visible = new Set(evidence.map(({ record }) => record.id));
      const combined = combine(judgements);
      return {
        claim: input.claim,
        ...combined,
        subclaims: placesShown(judgements, combined.verdict, MOST_SUBCLAIMS).flatMap((place) => {
          const judgement = judgements[place];
          return judgement ? [subclaimView(subclaims[place] ?? '', judgement, visible)] : [];
        }),
        evidence: evidence.map((row) => ({
          memory: memoryView(tenant, row.record, now),
          relevance: row.relevance,
          stance: row.stance.stance,
          stanceScore: row.stance.score,
          status: statusOf(row.record),
          countedInVerdict: isCounted(row),
        })),
        ...degradation,
        asOf: asOf.toISOString(),
        method,
      };
    },
  };
}
