import type { Parts } from './score.js';
import {
  boundsOf,
  type Candidate,
  candidatesOf,
  type IndexPart,
  indexParts,
  kthOf,
  type ListRound,
  least,
  likeliest,
  type RowFacts,
  reaching,
  type TopKRequest,
  type TopKSources,
} from './top-k-sources.js';

export interface Ranked {
  id: string;
  score: number;
  parts: Parts;
  session: string | null;
  message: string | null;
}

export interface TopK {
  ranked: Ranked[];
  /** True when `ranked` is meant for the second stage. */
  staged: boolean;
  approximate: boolean;
  rounds: number;
  rowsRead: number;
  randomAccesses: number;
}

interface Seen {
  facts: RowFacts;
  known: Partial<Record<IndexPart, number>>;
  complete: Parts | null;
}

/** Best first; equal scores by id, newest first. */
export const better = (first: Ranked, second: Ranked) => second.score - first.score || (first.id < second.id ? 1 : -1);

interface State {
  seen: Map<string, Seen>;
  rejected: Set<string>;
  rowsRead: number;
  randomAccesses: number;
  rounds: number;
}

/** Every passing row is on each list of the records, so a part whose lists have ended has shown them all. */
const allSeen = (round: ListRound) =>
  (['recency', 'importance'] as const).some((part) => {
    const lists = round.records.filter((list) => list.part === part);
    return lists.length > 0 && lists.every((list) => list.entries.length < round.recordRows);
  });

const idsOf = (round: ListRound): Set<string> => {
  const ids = new Set<string>(round.unindexed.keys());
  for (const { entries } of round.records) for (const { id } of entries) ids.add(id);
  // All that pass are known then: the others that the index found do not pass the filter.
  if (allSeen(round)) return ids;
  for (const part of indexParts) for (const { id } of round.index[part]) ids.add(id);
  return ids;
};

const indexRowsOf = ({ index, bounds }: ListRound) =>
  bounds ? index.own.length : indexParts.reduce((sum, part) => sum + index[part].length, 0);

const rowsOf = (round: ListRound) =>
  indexRowsOf(round) + round.records.reduce((sum, list) => sum + list.entries.length, 0) + round.unindexed.size;

type Scores = Awaited<ReturnType<TopKSources['scores']>>;

const learn = (state: State, ids: readonly string[], scores: Scores) => {
  for (const id of ids) {
    const row = state.seen.get(id);
    const parts = scores.get(id);
    if (!row) continue;
    const current = parts && parts.version === row.facts.version ? parts : least;
    row.known = { dense: current.dense, own: current.own, context: current.context };
  }
};

interface Met {
  bounds: Parts;
  request: TopKRequest;
  sources: TopKSources;
}

const note = (state: State, round: ListRound) => {
  for (const part of indexParts) {
    for (const { id, version, value } of round.index[part]) {
      const row = state.seen.get(id);
      // A point of another version says nothing about the present row.
      if (row && row.facts.version === version) row.known[part] = value;
    }
  }
};

/** Without spreading objects, which took half of the time: this runs several times for each row. */
const partsWith = ({ complete, known, facts }: Seen, unknown: Record<IndexPart, number>): Parts =>
  complete ?? {
    dense: known.dense ?? unknown.dense,
    own: known.own ?? unknown.own,
    context: known.context ?? unknown.context,
    recency: facts.recency,
    importance: facts.importance,
    session: 0,
    ofAssistant: facts.ofAssistant,
  };

const isOpen = (row: Seen) => row.complete === null && indexParts.some((part) => row.known[part] === undefined);

const highOf = (row: Seen, bounds: Parts, { withoutVector }: ListRound): Parts => {
  const high = partsWith(row, bounds);
  if (withoutVector && row.complete === null && row.known.dense === undefined)
    high.dense = Math.max(high.dense, withoutVector(high));
  return high;
};

const threshold = (state: State, request: TopKRequest): number =>
  kthOf(
    [...state.seen.values()].map((row) => partsWith(row, least)),
    request,
  );

const learnFacts = (state: State, ids: readonly string[], facts: NonNullable<ListRound['facts']>, round: ListRound) => {
  for (const id of ids) {
    const found = facts.get(id);
    if (found) state.seen.set(id, { facts: found, known: {}, complete: round.unindexed.get(id) ?? null });
    else state.rejected.add(id);
  }
};

async function ask(state: State, wanted: readonly Candidate[], round: ListRound, sources: TopKSources): Promise<void> {
  const ids = wanted.map(({ id }) => id);
  const open = wanted.filter((candidate) => candidate.open).map(({ id }) => id);
  state.randomAccesses += open.length;
  const [facts, scores] = await Promise.all([sources.facts(ids), open.length > 0 ? sources.scores(open) : new Map()]);
  learnFacts(state, ids, facts, round);
  learn(state, open, scores);
  note(state, round);
}

/** Rows not met before. Those whose facts came with the lists are met at once. */
function newOf(state: State, round: ListRound): string[] {
  const unmet = () => [...idsOf(round)].filter((id) => !state.seen.has(id) && !state.rejected.has(id));
  if (!round.facts) return unmet();
  const learnt = unmet().filter((id) => round.facts?.has(id));
  learnFacts(state, learnt, round.facts, round);
  return unmet();
}

/**
 * Asks for facts and scores of new rows that may be among the best, guessing that all pass the filter.
 * If some do not, others are asked for next. With a blending index the likeliest go first.
 */
async function meet(state: State, round: ListRound, { bounds, request, sources }: Met): Promise<void> {
  const unknown = newOf(state, round);
  note(state, round);
  let waiting = candidatesOf(round, unknown, bounds);
  const seen = [...state.seen.values()].map((row) => partsWith(row, least));
  let wanted = reaching(waiting, kthOf([...seen, ...waiting.map(({ low }) => low)], request), request);
  let most = Math.ceil(1.5 * request.k);
  let chosen = round.bounds ? likeliest(wanted, request, most) : wanted;
  while (wanted.length > 0) {
    await ask(state, chosen, round, sources);
    const asked = new Set(chosen);
    waiting = waiting.filter((candidate) => !asked.has(candidate));
    const kth = threshold(state, request);
    // A row that only equals the k-th is not needed.
    wanted = reaching(waiting, kth, request).filter(({ high }) => request.score(high) > kth);
    // Too few passed the filter to set a threshold, so more are asked for, not all. Maybe none passes: twice as many each time.
    most *= 2;
    chosen = round.bounds && kth < 0 ? likeliest(wanted, request, most) : wanted;
  }
}

async function access(state: State, ids: readonly string[], sources: TopKSources): Promise<void> {
  if (ids.length === 0) return;
  state.randomAccesses += ids.length;
  learn(state, ids, await sources.scores(ids));
}

/** Rows that unknown parts could still lift into the answer. */
const hopeful = (state: State, round: ListRound, { bounds, request }: Omit<Met, 'sources'>): string[] => {
  const kth = threshold(state, request);
  return [...state.seen]
    .filter(([, row]) => {
      if (!isOpen(row)) return false;
      const high = highOf(row, bounds, round);
      return request.score(high) > kth && request.passes(high);
    })
    .map(([id]) => id);
};

const rank = (state: State, { k, passes, score }: TopKRequest): Ranked[] =>
  [...state.seen]
    .map(([id, row]) => {
      const parts = partsWith(row, least);
      return { id, parts, score: score(parts), session: row.facts.session, message: row.facts.message };
    })
    .filter((row) => passes(row.parts))
    .sort(better)
    .slice(0, k);

/** Rows of equal score may lack parts, which the reasons of an answer need. */
async function complete(state: State, request: TopKRequest, sources: TopKSources): Promise<Ranked[]> {
  const ranked = rank(state, request);
  const incomplete = ranked.map(({ id }) => id).filter((id) => isOpen(state.seen.get(id) as Seen));
  if (incomplete.length === 0) return ranked;
  await access(state, incomplete, sources);
  return rank(state, request);
}

/** The second stage needs more rows, without any threshold. */
const forSessions = (request: TopKRequest): TopKRequest => ({
  ...request,
  k: Math.max(request.k, request.sessionStage),
  passes: () => true,
});

/** Rows of a round grow with the length of its lists at most as fast, so that the next one has no more than are left. */
const nextLength = (m: number, rows: number, left: number): number => Math.min(4 * m, Math.floor((m * left) / rows));

/**
 * The threshold algorithm with random access (Fagin, Lotem and Naor 2001, section 4), in growing rounds.
 * Exact unless `approximate`; rows of equal score are interchangeable.
 */
export async function topK(given: TopKRequest, sources: TopKSources): Promise<TopK> {
  const state: State = { seen: new Map(), rejected: new Set(), rowsRead: 0, randomAccesses: 0, rounds: 0 };
  const expected = given.expectStage ? Math.max(given.k, given.sessionStage) : given.k;
  for (let m = Math.max(100, 4 * expected); ; ) {
    const round = await sources.lists(m);
    const staged = round.sessions && given.sessionStage > 0;
    const request = staged ? forSessions(given) : given;
    state.rounds += 1;
    const rows = rowsOf(round);
    state.rowsRead += rows;
    const bounds = boundsOf(round, m);
    await meet(state, round, { bounds, request, sources });
    await access(state, hopeful(state, round, { bounds, request }), sources);
    const done = allSeen(round) || threshold(state, request) >= request.score(bounds) || !request.passes(bounds);
    const next = nextLength(m, rows, request.rowLimit - state.rowsRead);
    if (done || next <= m) {
      const ranked = await complete(state, request, sources);
      const { rounds, rowsRead, randomAccesses } = state;
      const approximate = !done || !round.exact || round.unindexedCut;
      return { ranked, staged, approximate, rounds, rowsRead, randomAccesses };
    }
    m = next;
  }
}
