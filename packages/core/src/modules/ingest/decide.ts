import type { Comparison } from '@hippocamp/shared/language/comparison';
import { isAssistants } from '@hippocamp/shared/language/speaker';
import { createHolding, type Holding } from '../facts/holding.js';
import type { CandidatePair } from './comparisons.js';
import type { Decision, Outcome, ReplacedPart } from './decision.js';
import type { Comparable, KnownFact, Proposal } from './known-fact.js';
import { inOneVoice, mayOppose, repeatsWords } from './voices.js';

export interface Deciding {
  /** When the text was said. */
  occurredAt: Date;
  /** What is said to happen later than now replaces nothing yet. */
  now: Date;
  /** Whether anybody's word replaces a fact; otherwise its own speaker's and the owner's. */
  anyoneReplaces: boolean;
  nextId(): string;
  /** What the first is to the second. */
  compare(first: Comparable, second: Comparable): Comparison;
  /** Ids that earlier parts of the same text got. */
  ofThisText?: Iterable<string>;
}

interface Looking extends Deciding {
  alike: Alike;
}

/** Below this confidence a candidate is compared with what has its words or tells of the same thing, and with nothing that is only near: small talk is like much and changes nothing. */
const MATTERS = 0.2;

export const matters = ({ extraction }: Pick<Proposal, 'extraction'>): boolean => extraction.confidence >= MATTERS;

interface Repeat {
  known: KnownFact;
  status: 'duplicate' | 'near_duplicate';
}

/**
 * What other texts said that shares words with each statement, is near to it in meaning, or was told last; of its own text only what tells of the same thing is compared. Looked up once:
 * what is decided about the others must not change it.
 */
type Alike = (statement: Comparable, of: Proposal) => readonly KnownFact[];

const alikeAmong = (known: readonly KnownFact[]): Alike => {
  const [assistants, others] = [true, false].map((isOne) =>
    createHolding(known.filter(({ speaker }) => isAssistants(speaker) === isOne)),
  );
  return (statement, { meant, latest }) => [
    ...((isAssistants(statement.speaker) ? assistants : others)?.alike(statement) ?? []),
    ...known.filter(({ id }) => meant.has(id) || latest.has(id)),
  ];
};

/** All that a statement is compared with: what tells of the same, and what shares its words and still holds. */
const comparedWith = (statement: Comparable, of: Proposal, holding: Holding<KnownFact>, alike: Alike): KnownFact[] => {
  const near = [...holding.near(statement), ...holding.about(statement.reading)];
  const alikeOnes = matters(of) ? alike(statement, of).filter(({ id }) => holding.has(id)) : [];
  const found = new Set([...near, ...alikeOnes]);
  return [...found].filter((fact) => inOneVoice(statement, fact));
};

const isRepeat = ({ verdict }: Comparison): boolean => verdict === 'same';

const repeatOf = (
  statement: Comparable,
  of: Proposal,
  holding: Holding<KnownFact>,
  { compare, alike }: Looking,
): KnownFact | undefined =>
  comparedWith(statement, of, holding, alike).find((fact) => isRepeat(compare(statement, fact)));

/** A candidate is a repeat where every statement of it is. */
const findRepeat = (proposal: Proposal, holding: Holding<KnownFact>, looking: Looking): Repeat | null => {
  const voice = { speaker: proposal.extraction.speaker ?? null };
  const exact = holding.withHash(proposal.hash).find((fact) => repeatsWords(voice, fact));
  if (exact) return { known: exact, status: 'duplicate' };
  let first: KnownFact | undefined;
  for (const statement of proposal.statements) {
    const near = repeatOf(statement, proposal, holding, looking);
    if (!near) return null;
    first ??= near;
  }
  return first ? { known: first, status: 'near_duplicate' } : null;
};

const undecided = ({ extraction, kept, statements }: Proposal) => ({
  extraction,
  kept,
  ...(statements.length > 1 ? { statements: statements.length } : {}),
  repeatsItself: false,
  reason: null,
  replaced: [],
  replacedBy: null,
});

const review = (proposal: Proposal): Decision | null => {
  const { extraction } = proposal;
  if (!extraction.instructs) return null;
  const reason = 'tries to instruct its reader';
  return { ...undecided(proposal), status: 'needs_review', memoryId: null, reason };
};

const reject = (proposal: Proposal, { known, status }: Repeat, inSameText: boolean): Decision => ({
  ...undecided(proposal),
  status,
  memoryId: known.id,
  repeatsItself: inSameText,
  reason: status === 'duplicate' ? `repeats memory ${known.id}` : `says the same as memory ${known.id}`,
});

/** Whether a candidate may take the place of a fact by itself: the owner's word may, and that of who said it. */
const mayTake = ({ speaker }: Comparable, known: KnownFact, { occurredAt, now, anyoneReplaces }: Deciding): boolean =>
  occurredAt <= now && (anyoneReplaces || speaker === null || speaker === known.speaker);

/** What is nearly as surely out of date as the first waits with it. */
const NEARLY_AS_SURE = 0.85;
const MOST_DOUBTED = 3;

type Opponent = Comparison & { fact: KnownFact };

interface Opposed {
  /** Whose place it takes. */
  taken: KnownFact[];
  /** What it may replace; none of the same text, where nobody could say which of them holds. */
  doubtful: Opponent[];
}

const isTaken = ({ verdict, fact }: Opponent, statement: Comparable, deciding: Deciding): boolean =>
  verdict === 'replaces' && mayTake(statement, fact, deciding);

const surestOf = (opponents: readonly Opponent[]): Opponent[] => {
  const surest = Math.max(...opponents.map(({ sure }) => sure));
  return opponents.filter(({ sure }) => sure === surest);
};

/**
 * Of several facts that held beside each other a reader may take a change of one for a change of all: the surest goes by itself, of those
 * before the text and of those after it.
 */
const opposedBy = (
  statement: Comparable,
  of: Proposal,
  holding: Holding<KnownFact>,
  deciding: Looking,
  own: ReadonlySet<string>,
): Opposed => {
  const opponents = comparedWith(statement, of, holding, deciding.alike)
    .map((fact): Opponent => ({ fact, ...deciding.compare(statement, fact) }))
    .filter(({ verdict, fact }) => (verdict === 'replaces' || verdict === 'may_replace') && mayOppose(statement, fact));
  const replaced = opponents.filter((one) => isTaken(one, statement, deciding));
  const isLater = ({ fact }: Opponent) => fact.occurredAt > deciding.occurredAt;
  const surest = [...surestOf(replaced.filter((one) => !isLater(one))), ...surestOf(replaced.filter(isLater))];
  return {
    taken: surest.map(({ fact }) => fact),
    doubtful: opponents.filter((one) => !surest.includes(one) && !own.has(one.fact.id)),
  };
};

/** The surest of what all statements may replace. */
const doubtedOf = (opposed: readonly Opposed[]): string[] => {
  const doubtful = opposed.flatMap((one) => one.doubtful).sort((first, second) => second.sure - first.sure);
  const least = NEARLY_AS_SURE * (doubtful[0]?.sure ?? 0);
  const ids = doubtful.filter(({ sure }) => sure >= least).map(({ fact }) => fact.id);
  return [...new Set(ids)].slice(0, MOST_DOUBTED);
};

/** Memories of which every statement is taken, and the statements that are taken of others; of the same text only whole ones. */
function settled(taken: readonly KnownFact[], own: ReadonlySet<string>) {
  const byId = new Map<string, Set<KnownFact>>();
  for (const fact of taken) byId.set(fact.id, (byId.get(fact.id) ?? new Set()).add(fact));
  const isWhole = (facts: ReadonlySet<KnownFact>) => [...facts].every(({ of }) => of === facts.size);
  const entries = [...byId];
  const parts = entries.filter(([id, facts]) => !isWhole(facts) && !own.has(id)).flatMap(([, facts]) => [...facts]);
  return { replaced: entries.filter(([, facts]) => isWhole(facts)).map(([id]) => id), parts };
}

const partOf = ({ id, part }: KnownFact): ReplacedPart[] => (part ? [{ id, ...part }] : []);

const accept = (
  proposal: Proposal,
  holding: Holding<KnownFact>,
  deciding: Looking,
  own: ReadonlySet<string>,
): { decision: Decision; gone: KnownFact[] } => {
  const memoryId = deciding.nextId();
  const opposed = proposal.statements.map((statement) => opposedBy(statement, proposal, holding, deciding, own));
  const taken = opposed.flatMap((one) => one.taken);
  const later = taken.filter(({ occurredAt }) => occurredAt > deciding.occurredAt);
  const next = later.toSorted((first, second) => first.occurredAt.getTime() - second.occurredAt.getTime())[0];
  // What holds later takes the place of a whole memory only: the rest of this one may still be so.
  const heir = proposal.statements.length === 1 ? next : undefined;
  const { replaced, parts } = settled(
    taken.filter((fact) => !later.includes(fact)),
    own,
  );
  const doubted = doubtedOf(opposed);
  const takesPlace = replaced.length > 0 || parts.length > 0 || heir !== undefined;
  const decision: Decision = {
    ...undecided(proposal),
    status: takesPlace ? 'conflict' : 'new',
    memoryId,
    replaced,
    replacedBy: heir ? { id: heir.id, at: heir.occurredAt } : null,
    ...(parts.length > 0 ? { replacedParts: parts.flatMap(partOf) } : {}),
    ...(doubted.length > 0 ? { doubted } : {}),
  };
  return { decision, gone: parts };
};

const asKnown = ({ statements }: Proposal, id: string, occurredAt: Date): KnownFact[] =>
  statements.map((statement) => ({ ...statement, id, of: statements.length, occurredAt }));

/** What an accepted candidate is to those after it; nothing where something later already holds in its place. */
export const factsOf = (proposal: Proposal, { memoryId, replacedBy }: Outcome, occurredAt: Date): KnownFact[] =>
  memoryId === null || replacedBy !== null ? [] : asKnown(proposal, memoryId, occurredAt);

/** All pairs that deciding may look at, whatever becomes of each candidate. */
export function pairsOf(
  proposals: readonly Proposal[],
  known: readonly KnownFact[],
  { occurredAt, ofThisText }: { occurredAt: Date; ofThisText: ReadonlySet<string> },
): CandidatePair[] {
  const holding = createHolding(known);
  const alike = alikeAmong(known.filter(({ id }) => !ofThisText.has(id)));
  return proposals.flatMap((proposal, place) => {
    const pairs = proposal.statements.flatMap((first) =>
      comparedWith(first, proposal, holding, alike).map((second) => ({ first, second })),
    );
    for (const fact of asKnown(proposal, `candidate ${place}`, occurredAt)) holding.add(fact);
    return pairs;
  });
}

/**
 * Decides about the candidates of one text in their order. Repeats of what is known or came earlier in the text are
 * rejected, what steers is shown for review, opposing ones are accepted and take the place of what they oppose.
 */
export function decide(proposals: readonly Proposal[], known: readonly KnownFact[], deciding: Deciding): Decision[] {
  const holding = createHolding(known);
  const ofThisText = new Set(deciding.ofThisText);
  const looking = { ...deciding, alike: alikeAmong(known.filter(({ id }) => !ofThisText.has(id))) };
  return proposals.map((proposal) => {
    const repeat = findRepeat(proposal, holding, looking);
    if (repeat) return reject(proposal, repeat, ofThisText.has(repeat.known.id));
    const inReview = review(proposal);
    if (inReview) return inReview;
    const { decision, gone } = accept(proposal, holding, looking, ofThisText);
    if (decision.memoryId !== null) ofThisText.add(decision.memoryId);
    if (decision.replacedBy === null) {
      holding.remove(decision.replaced);
      for (const fact of gone) holding.drop(fact);
    }
    for (const fact of factsOf(proposal, decision, deciding.occurredAt)) holding.add(fact);
    return decision;
  });
}
