import type { Comparison } from '@hippocamp/shared/language/comparison';
import { isAssistants } from '@hippocamp/shared/language/speaker';
import type { Candidate } from '@hippocamp/shared/schemas/ingest';
import type { Extraction } from '../../ports/extractor.js';
import type { KeptReading } from '../../ports/records.js';
import { createHolding, type Holding } from '../facts/holding.js';
import type { Pair } from './comparisons.js';
import type { Comparable, KnownFact, Proposal } from './known-fact.js';
import { inOneVoice, mayOppose, repeatsWords } from './voices.js';

/** Below this a candidate is not stored but shown for review. */
export const REVIEW_BELOW = 0.35;

/** What became of a candidate. Holds none of its text. */
export interface Outcome {
  status: Candidate['dedupStatus'];
  /** The id that an accepted one gets, or the id of the memory that a rejected one repeats; null for review. */
  memoryId: string | null;
  /** What it repeats stands in the same text. */
  repeatsItself: boolean;
  reason: string | null;
  /** Memories whose place it takes. */
  replaced: string[];
  /** Live memories whose place it may take: both are kept, and a person has to say. Absent where nothing is doubtful. */
  doubted?: string[];
  /** Where somebody has to decide about it. */
  reviewId?: string;
  /** The later memory that already holds in its place: the text tells of an earlier time. */
  replacedBy: { id: string; at: Date } | null;
}

export interface Decision extends Outcome {
  extraction: Extraction;
  kept: KeptReading;
}

/** One that makes a memory. */
export type Accepted = Decision & { memoryId: string };

export const isAccepted = <Decided extends Outcome>(decision: Decided): decision is Decided & { memoryId: string } =>
  decision.status === 'new' || decision.status === 'conflict';

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

interface Repeat {
  known: KnownFact;
  status: 'duplicate' | 'near_duplicate';
}

/**
 * What other texts said that shares words with each candidate, is near to it in meaning, or was told last; only rules tell of its own. Looked up once:
 * what is decided about the others must not change it.
 */
type Alike = (proposal: Proposal) => readonly KnownFact[];

const alikeAmong = (known: readonly KnownFact[]): Alike => {
  const [assistants, others] = [true, false].map((isOne) =>
    createHolding(known.filter(({ speaker }) => isAssistants(speaker) === isOne)),
  );
  return (proposal) => [
    ...((isAssistants(proposal.speaker) ? assistants : others)?.alike(proposal) ?? []),
    ...known.filter(({ id }) => proposal.meant.has(id) || proposal.latest.has(id)),
  ];
};

/** All that a candidate is compared with: what tells of the same, and what shares its words and still holds. */
const candidatesOf = (proposal: Proposal, holding: Holding<KnownFact>, alike: Alike): KnownFact[] => {
  const near = [...holding.near(proposal), ...holding.about(proposal.reading)];
  const found = new Set([...near, ...alike(proposal).filter(({ id }) => holding.has(id))]);
  return [...found].filter((fact) => inOneVoice(proposal, fact));
};

const findRepeat = (proposal: Proposal, holding: Holding<KnownFact>, { compare, alike }: Looking): Repeat | null => {
  const exact = holding.withHash(proposal.hash).find((fact) => repeatsWords(proposal, fact));
  if (exact) return { known: exact, status: 'duplicate' };
  const near = candidatesOf(proposal, holding, alike).find((fact) => isRepeat(compare(proposal, fact)));
  return near ? { known: near, status: 'near_duplicate' } : null;
};

const isRepeat = ({ verdict }: Comparison): boolean => verdict === 'same' || verdict === 'repeats';

const undecided = ({ extraction, kept }: Proposal) => ({
  extraction,
  kept,
  repeatsItself: false,
  reason: null,
  replaced: [],
  replacedBy: null,
});

const review = (proposal: Proposal): Decision | null => {
  const { extraction } = proposal;
  const base = { ...undecided(proposal), status: 'needs_review' as const, memoryId: null };
  if (extraction.instructs) return { ...base, reason: 'tries to instruct its reader' };
  if (extraction.confidence >= REVIEW_BELOW) return null;
  return { ...base, reason: `confidence ${extraction.confidence.toFixed(2)} is below ${REVIEW_BELOW}` };
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

interface Opposed {
  /** Whose place it takes. */
  taken: KnownFact[];
  /** Which ones it may replace, the surest first; none of the same text, where nobody could say which of them holds. */
  doubted: KnownFact[];
}

type Opponent = Comparison & { fact: KnownFact };

const isTaken = ({ verdict, fact }: Opponent, proposal: Proposal, deciding: Deciding): boolean =>
  verdict === 'replaces' && mayTake(proposal, fact, deciding);

const surestOf = (opponents: readonly Opponent[]): Opponent[] => {
  const surest = Math.max(...opponents.map(({ sure }) => sure));
  return opponents.filter(({ sure }) => sure === surest);
};

/**
 * Of several facts that held beside each other a reader may take a change of one for a change of all: the surest goes by itself, of those
 * before the text and of those after it.
 */
const opposedBy = (
  proposal: Proposal,
  holding: Holding<KnownFact>,
  deciding: Looking,
  own: ReadonlySet<string>,
): Opposed => {
  const opponents = candidatesOf(proposal, holding, deciding.alike)
    .map((fact): Opponent => ({ fact, ...deciding.compare(proposal, fact) }))
    .filter(({ verdict, fact }) => (verdict === 'replaces' || verdict === 'may_replace') && mayOppose(proposal, fact));
  const replaced = opponents.filter((one) => isTaken(one, proposal, deciding));
  const isLater = ({ fact }: Opponent) => fact.occurredAt > deciding.occurredAt;
  const surest = [...surestOf(replaced.filter((one) => !isLater(one))), ...surestOf(replaced.filter(isLater))];
  const taken = surest.map(({ fact }) => fact);
  const open = opponents.filter((one) => !surest.includes(one));
  const doubtful = open.filter(({ fact }) => !own.has(fact.id)).sort((first, second) => second.sure - first.sure);
  const least = NEARLY_AS_SURE * (doubtful[0]?.sure ?? 0);
  return {
    taken,
    doubted: doubtful
      .filter(({ sure }) => sure >= least)
      .map(({ fact }) => fact)
      .slice(0, MOST_DOUBTED),
  };
};

const accept = (
  proposal: Proposal,
  holding: Holding<KnownFact>,
  deciding: Looking,
  own: ReadonlySet<string>,
): Decision => {
  const memoryId = deciding.nextId();
  const { taken, doubted } = opposedBy(proposal, holding, deciding, own);
  const later = taken.filter(({ occurredAt }) => occurredAt > deciding.occurredAt);
  const next = later.toSorted((first, second) => first.occurredAt.getTime() - second.occurredAt.getTime())[0];
  return {
    ...undecided(proposal),
    status: taken.length > 0 ? 'conflict' : 'new',
    memoryId,
    replaced: taken.filter((fact) => !later.includes(fact)).map(({ id }) => id),
    replacedBy: next ? { id: next.id, at: next.occurredAt } : null,
    ...(doubted.length > 0 ? { doubted: doubted.map(({ id }) => id) } : {}),
  };
};

const asKnown = (proposal: Proposal, id: string, occurredAt: Date): KnownFact => {
  const { extraction: _extraction, kept: _kept, meant: _meant, latest: _latest, ...comparable } = proposal;
  return { ...comparable, id, occurredAt };
};

/** What an accepted candidate is to those after it; null where something later already holds in its place. */
export const factOf = (proposal: Proposal, { memoryId, replacedBy }: Outcome, occurredAt: Date): KnownFact | null =>
  memoryId === null || replacedBy !== null ? null : asKnown(proposal, memoryId, occurredAt);

/** All pairs that deciding may look at, whatever becomes of each candidate. */
export function pairsOf(
  proposals: readonly Proposal[],
  known: readonly KnownFact[],
  { occurredAt, ofThisText }: { occurredAt: Date; ofThisText: ReadonlySet<string> },
): Pair[] {
  const holding = createHolding(known);
  const alike = alikeAmong(known.filter(({ id }) => !ofThisText.has(id)));
  const knownIds = new Set(known.map(({ id }) => id));
  return proposals.flatMap((proposal, place) => {
    const seconds = candidatesOf(proposal, holding, alike);
    holding.add(asKnown(proposal, `candidate ${place}`, occurredAt));
    return seconds.map((second) => {
      const isOfThisText = ofThisText.has(second.id) || !knownIds.has(second.id);
      return { first: proposal, second, isOfThisText };
    });
  });
}

/**
 * Decides about the candidates of one text in their order. Repeats of what is known or came earlier in the text are
 * rejected, unsure ones are shown for review, opposing ones are accepted and take the place of what they oppose.
 */
export function decide(proposals: readonly Proposal[], known: readonly KnownFact[], deciding: Deciding): Decision[] {
  const holding = createHolding(known);
  const ofThisText = new Set(deciding.ofThisText);
  const looking = { ...deciding, alike: alikeAmong(known.filter(({ id }) => !ofThisText.has(id))) };
  return proposals.map((proposal) => {
    const repeat = findRepeat(proposal, holding, looking);
    if (repeat) return reject(proposal, repeat, ofThisText.has(repeat.known.id));
    const decision = review(proposal) ?? accept(proposal, holding, looking, ofThisText);
    if (decision.memoryId !== null) ofThisText.add(decision.memoryId);
    const fact = factOf(proposal, decision, deciding.occurredAt);
    if (fact) {
      holding.remove(decision.replaced);
      holding.add(fact);
    }
    return decision;
  });
}

const reportOf = (
  { status, memoryId, repeatsItself, reason, replaced }: Outcome,
  stored: boolean,
): Partial<Candidate> => {
  if (status === 'new' || status === 'conflict') {
    const supersedes = stored && replaced.length > 0 ? { supersedes: replaced } : {};
    return stored && memoryId !== null ? { memoryId, ...supersedes } : {};
  }
  // Where nothing is stored, what the text itself says first is no memory that could be named.
  if (repeatsItself && !stored) return { reason: 'says the same as an earlier part of this text' };
  return { ...(reason === null ? {} : { reason }), ...(memoryId === null ? {} : { duplicateOf: memoryId }) };
};

/** Where somebody decides about it; without memories there is nothing to be decided. */
const reviewedIn = ({ reviewId, doubted }: Outcome): Partial<Candidate> =>
  reviewId === undefined ? {} : { reviewId, ...(doubted ? { mayReplace: doubted } : {}) };

/** A candidate and what became of it, as the contract reports it. `stored` says whether accepted ones became memories. */
export const toCandidate = (extraction: Extraction, outcome: Outcome, stored: boolean): Candidate => {
  return {
    content: extraction.content,
    memoryType: extraction.memoryType,
    importance: extraction.importance,
    confidence: extraction.confidence,
    tags: extraction.tags,
    sourceSpan: extraction.sourceSpan,
    rationale: extraction.rationale,
    dedupStatus: outcome.status,
    ...reportOf(outcome, stored),
    ...reviewedIn(outcome),
  };
};
