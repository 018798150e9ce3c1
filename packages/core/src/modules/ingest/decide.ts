import type { Comparison } from '@hippocamp/shared/language/comparison';
import type { Extraction } from '../../ports/extractor.js';
import type { Outcome, ReplacedPart } from '../../ports/records.js';
import {
  type Comparable,
  factsAs,
  isCandidate,
  type KnownFact,
  mayOppose,
  type Proposal,
  type Related,
  repeatsWords,
} from './candidates.js';
import type { Decision } from './ingest-work.js';

export interface Deciding {
  occurredAt: Date;
  /** A fact that begins in the future replaces nothing yet. */
  now: Date;
  /** True when any speaker may replace a fact. Otherwise only its own speaker and the owner may. */
  anyoneReplaces: boolean;
  nextId(): string;
  /** The ids of memories that earlier parts of the same text became. */
  ofThisText?: Iterable<string>;
}

interface Holding {
  own: Set<string>;
  /** The memory id of each accepted candidate. */
  stored: Map<string, string>;
  /** Memories replaced as a whole; `gone` holds single replaced statements. */
  replaced: Set<string>;
  gone: Set<KnownFact>;
}

/** Undefined when the fact was not kept, or no longer holds. */
function memoryOf(fact: KnownFact, { stored, replaced, gone }: Holding): string | undefined {
  const id = isCandidate(fact.id) ? stored.get(fact.id) : fact.id;
  return id === undefined || replaced.has(id) || gone.has(fact) ? undefined : id;
}

/** The facts that still hold, each with the id of its memory. */
const holding = <One extends { fact: KnownFact }>(ones: readonly One[], held: Holding): (One & { id: string })[] =>
  ones.flatMap((one) => {
    const id = memoryOf(one.fact, held);
    return id === undefined ? [] : [{ ...one, id }];
  });

type Held = Related & { id: string };

interface Repeat {
  id: string;
  status: 'duplicate' | 'near_duplicate';
}

/** What two people say in other words is kept of both. Only one who says the very words of another repeats them. */
const repeats = ({ speaker }: Comparable, { comparison, fact }: Related): boolean =>
  comparison.verdict === 'same' &&
  (comparison.sure === 1 || speaker === null || fact.speaker === null || speaker === fact.speaker);

function repeatOf({ extraction, hash, same, statements }: Proposal, held: Holding): Repeat | null {
  const voice = { speaker: extraction.speaker ?? null };
  const alike = holding(
    same.filter((fact) => repeatsWords(voice, fact)).map((fact) => ({ fact })),
    held,
  );
  // A memory repeats a candidate only while all its statements still hold.
  const holdsWhole = (id: string, of: number) => alike.filter((one) => one.id === id).length === of;
  const exact = alike.find(({ id, fact }) => fact.hash === hash || holdsWhole(id, fact.of));
  if (exact) return { id: exact.id, status: 'duplicate' };
  const found = statements.map(({ statement, related }) =>
    holding(related, held).find((one) => repeats(statement, one)),
  );
  const [first] = found;
  return first && found.every((one) => one !== undefined) ? { id: first.id, status: 'near_duplicate' } : null;
}

const undecided = ({ extraction, kept, statements }: Proposal) => ({
  ...{ extraction, kept },
  ...(statements.length > 1 ? { statements: statements.length } : {}),
  ...{ repeatsItself: false, reason: null, replaced: [], replacedBy: null },
});

const review = (proposal: Proposal): Decision => {
  const reason = 'tries to instruct its reader';
  return { ...undecided(proposal), status: 'needs_review', memoryId: null, reason };
};

const reject = (proposal: Proposal, { id, status }: Repeat, repeatsItself: boolean): Decision => ({
  ...undecided(proposal),
  ...{ status, memoryId: id, repeatsItself },
  reason: status === 'duplicate' ? `repeats memory ${id}` : `says the same as memory ${id}`,
});

const mayTake = ({ speaker }: Comparable, known: KnownFact, { occurredAt, now, anyoneReplaces }: Deciding): boolean =>
  occurredAt <= now && (anyoneReplaces || speaker === null || speaker === known.speaker);

/** Doubtful facts this close to the surest one (as a share of its `sure`) go to review with it. */
const NEARLY_AS_SURE = 0.85;
const MOST_DOUBTED = 3;

interface Opposed {
  taken: Held[];
  /** Facts that it may replace. Facts of the same text are left out, since nobody could say which of them holds. */
  doubtful: Held[];
}

const opposes = ({ verdict }: Comparison): boolean => verdict === 'replaces' || verdict === 'may_replace';

const surestOf = (opponents: readonly Held[]): Held[] => {
  const surest = Math.max(...opponents.map(({ comparison }) => comparison.sure));
  return opponents.filter(({ comparison }) => comparison.sure === surest);
};

/** Replaces one fact before the text and one after it: a reader may take a change of one for a change of all. */
function opposedBy(
  { statement, related }: Proposal['statements'][number],
  { perhapsUnmeant = false }: Extraction,
  deciding: Deciding,
  held: Holding,
): Opposed {
  const opponents = holding(related, held).filter(
    ({ comparison, fact }) => opposes(comparison) && mayOppose(statement, fact),
  );
  const replaced = opponents.filter(
    ({ comparison, fact }) =>
      comparison.verdict === 'replaces' && !perhapsUnmeant && mayTake(statement, fact, deciding),
  );
  const isLater = ({ fact }: Held) => fact.occurredAt > deciding.occurredAt;
  const taken = [...surestOf(replaced.filter((one) => !isLater(one))), ...surestOf(replaced.filter(isLater))];
  return { taken, doubtful: opponents.filter((one) => !taken.includes(one) && !held.own.has(one.id)) };
}

const doubtedOf = (opposed: readonly Opposed[]): string[] => {
  const doubtful = opposed
    .flatMap((one) => one.doubtful)
    .sort((first, second) => second.comparison.sure - first.comparison.sure);
  const least = NEARLY_AS_SURE * (doubtful[0]?.comparison.sure ?? 0);
  const ids = doubtful.filter(({ comparison }) => comparison.sure >= least).map(({ id }) => id);
  return [...new Set(ids)].slice(0, MOST_DOUBTED);
};

const MOST_BESIDE = 5;

const besideOf = ({ statements }: Proposal, gone: readonly string[], { occurredAt }: Deciding, held: Holding) => {
  const others = statements
    .flatMap(({ statement, related }) =>
      holding(related, held).filter(({ fact }) => fact.speaker === statement.speaker && mayOppose(statement, fact)),
    )
    .filter(({ id, comparison }) => comparison.verdict !== 'same' && !gone.includes(id))
    .sort((first, second) => second.comparison.sure - first.comparison.sure);
  const byId = new Map(others.map(({ id, fact }) => [id, { id, isLater: fact.occurredAt > occurredAt }]));
  return [...byId.values()].slice(0, MOST_BESIDE);
};

/** A memory is replaced when all its statements are taken. In the same text, single statements stay. */
function settled(taken: readonly Held[], own: ReadonlySet<string>) {
  const byId = new Map<string, Set<KnownFact>>();
  for (const { id, fact } of taken) byId.set(id, (byId.get(id) ?? new Set()).add(fact));
  const isWhole = (facts: ReadonlySet<KnownFact>) => [...facts].every(({ of }) => of === facts.size);
  const entries = [...byId];
  const parts = entries
    .filter(([id, facts]) => !isWhole(facts) && !own.has(id))
    .flatMap(([id, facts]) => [...facts].map((fact) => ({ id, fact })));
  return { replaced: entries.filter(([, facts]) => isWhole(facts)).map(([id]) => id), parts };
}

const partOf = ({ id, fact: { part } }: { id: string; fact: KnownFact }): ReplacedPart[] =>
  part ? [{ id, ...part }] : [];

function accept(proposal: Proposal, deciding: Deciding, held: Holding): Decision {
  const memoryId = deciding.nextId();
  const opposed = proposal.statements.map((statement) => opposedBy(statement, proposal.extraction, deciding, held));
  const taken = opposed.flatMap((one) => one.taken);
  const later = taken.filter(({ fact }) => fact.occurredAt > deciding.occurredAt);
  const [next] = later.toSorted((first, second) => first.fact.occurredAt.getTime() - second.fact.occurredAt.getTime());
  // A later statement replaces only whole memories: the rest of this memory may still be true.
  const heir = proposal.statements.length === 1 ? next : undefined;
  const { replaced, parts } = settled(
    taken.filter((one) => !later.includes(one)),
    held.own,
  );
  const doubted = doubtedOf(opposed);
  const beside = heir ? [] : besideOf(proposal, [...replaced, ...parts.map(({ id }) => id)], deciding, held);
  held.own.add(memoryId);
  if (!heir) {
    held.stored.set(proposal.id, memoryId);
    for (const id of replaced) held.replaced.add(id);
    for (const { fact } of parts) held.gone.add(fact);
  }
  return {
    ...undecided(proposal),
    status: replaced.length > 0 || parts.length > 0 || heir ? 'conflict' : 'new',
    ...{ memoryId, replaced, replacedBy: heir ? { id: heir.id, at: heir.fact.occurredAt } : null },
    ...(parts.length > 0 ? { replacedParts: parts.flatMap(partOf) } : {}),
    ...(doubted.length > 0 ? { doubted } : {}),
    ...(beside.length > 0 ? { beside } : {}),
  };
}

/** The facts that an accepted candidate adds for later candidates. None when a later fact already replaced it. */
export const factsOf = ({ statements }: Proposal, { memoryId, replacedBy }: Outcome, occurredAt: Date): KnownFact[] =>
  memoryId === null || replacedBy !== null
    ? []
    : factsAs(
        statements.map(({ statement }) => statement),
        memoryId,
        occurredAt,
      );

/** Repeats are rejected, instructions wait for review, and opposing candidates replace what they oppose. */
export function decide(proposals: readonly Proposal[], deciding: Deciding): Decision[] {
  const before = new Set(deciding.ofThisText);
  const held: Holding = { own: before, stored: new Map(), replaced: new Set(), gone: new Set() };
  return proposals.map((proposal) => {
    const repeat = repeatOf(proposal, held);
    if (repeat) return reject(proposal, repeat, held.own.has(repeat.id));
    return proposal.extraction.instructs ? review(proposal) : accept(proposal, deciding, held);
  });
}
