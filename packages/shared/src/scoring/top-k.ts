import type { Parts } from './score.js';
import { type Facts, type IndexPart, indexParts, type ListRound, type TopKSources } from './top-k-sources.js';

/** A value that no row can be below: what an exhausted or absent list bounds. */
const least: Record<IndexPart, number> = { dense: -1, own: 0, context: 0 };

const nothing: Parts = { ...least, recency: 0, importance: 0, session: 0 };

export interface TopKRequest {
  k: number;
  score(parts: Parts): number;
  /** Whether it is good enough to be answered; monotone too. */
  passes(parts: Parts): boolean;
  /** How many of the best a second stage is to look at, where there are sessions: all of them, whatever passes. */
  sessionStage: number;
  /** A second stage is to be expected: so many rows are wanted that less would be read twice. */
  expectStage?: boolean;
  /** How many rows may be read before the answer is called approximate. */
  rowLimit: number;
}

export interface Ranked {
  id: string;
  score: number;
  parts: Parts;
  session: string | null;
}

export interface TopK {
  ranked: Ranked[];
  /** These are for the second stage. */
  staged: boolean;
  approximate: boolean;
  rounds: number;
  /** List entries read, over all rounds. */
  rowsRead: number;
  randomAccesses: number;
}

interface Seen {
  facts: Facts;
  /** Index parts known so far. */
  known: Partial<Record<IndexPart, number>>;
  complete: Parts | null;
}

/** Best first; equal scores by id, newest first. */
export const better = (first: Ranked, second: Ranked) => second.score - first.score || (first.id < second.id ? 1 : -1);

interface State {
  seen: Map<string, Seen>;
  /** Ids asked for and found missing or filtered. */
  rejected: Set<string>;
  rowsRead: number;
  randomAccesses: number;
  rounds: number;
}

const boundsOf = (round: ListRound, m: number): Parts => {
  const bounds: Parts = { ...nothing };
  for (const part of indexParts) {
    const list = round.index[part];
    bounds[part] = list.length < m ? least[part] : (list.at(-1)?.value ?? least[part]);
  }
  for (const { part, entries } of round.records) {
    if (entries.length === m) bounds[part] = Math.max(bounds[part], entries.at(-1)?.value ?? 0);
  }
  return bounds;
};

/** Every row that passes the filter is on each records' list, so a part whose lists have all ended has shown them all. */
const allSeen = (round: ListRound, m: number) =>
  (['recency', 'importance'] as const).some((part) => {
    const lists = round.records.filter((list) => list.part === part);
    return lists.length > 0 && lists.every((list) => list.entries.length < m);
  });

const idsOf = (round: ListRound): Set<string> => {
  const ids = new Set<string>(round.unindexed.keys());
  for (const part of indexParts) for (const { id } of round.index[part]) ids.add(id);
  for (const { entries } of round.records) for (const { id } of entries) ids.add(id);
  return ids;
};

const rowsOf = (round: ListRound) =>
  indexParts.reduce((sum, part) => sum + round.index[part].length, 0) +
  round.records.reduce((sum, list) => sum + list.entries.length, 0) +
  round.unindexed.size;

/** The k-th best of rows that pass for sure; -1 while there are fewer than k. */
const kthOf = (rows: readonly Parts[], { k, score, passes }: TopKRequest): number => {
  const scores = rows.filter(passes).map(score);
  return scores.length < k ? -1 : (scores.sort((first, second) => second - first)[k - 1] ?? -1);
};

/** What the lists tell of each row. */
function valuesOf(round: ListRound): Map<string, Partial<Parts>> {
  const values = new Map<string, Partial<Parts>>();
  const tell = (id: string, part: keyof Parts, value: number) => {
    const known = values.get(id);
    if (known) known[part] = value;
    else values.set(id, { [part]: value });
  };
  for (const part of indexParts) for (const { id, value } of round.index[part]) tell(id, part, value);
  for (const { part, entries } of round.records) for (const { id, value } of entries) tell(id, part, value);
  return values;
}

/**
 * New rows whose other parts will be wanted, as far as that can be told before their facts are known: asked for beside these,
 * they cost no round trip. What was not foreseen is asked for afterwards.
 */
function foreseen(round: ListRound, ids: readonly string[], bounds: Parts, request: TopKRequest): string[] {
  const values = valuesOf(round);
  const given = ids.map((id) => ({ id, values: values.get(id) ?? {} }));
  const kth = kthOf(
    given.map((row) => ({ ...nothing, ...row.values })),
    request,
  );
  return given
    .filter(({ id, values: known }) => {
      if (round.unindexed.has(id) || indexParts.every((part) => known[part] !== undefined)) return false;
      const high = { ...bounds, ...known };
      return request.score(high) > kth && request.passes(high);
    })
    .map(({ id }) => id);
}

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

async function meet(state: State, round: ListRound, { bounds, request, sources }: Met): Promise<void> {
  const unknown = [...idsOf(round)].filter((id) => !state.seen.has(id) && !state.rejected.has(id));
  if (unknown.length === 0) return;
  const asked = foreseen(round, unknown, bounds, request);
  state.randomAccesses += asked.length;
  const [facts, scores] = await Promise.all([
    sources.facts(unknown),
    asked.length > 0 ? sources.scores(asked) : new Map(),
  ]);
  for (const id of unknown) {
    const found = facts.get(id);
    if (found) state.seen.set(id, { facts: found, known: {}, complete: round.unindexed.get(id) ?? null });
    else state.rejected.add(id);
  }
  learn(state, asked, scores);
}

const note = (state: State, round: ListRound) => {
  for (const part of indexParts) {
    for (const { id, version, value } of round.index[part]) {
      const row = state.seen.get(id);
      // A point of another version says nothing of the present row.
      if (row && row.facts.version === version) row.known[part] = value;
    }
  }
};

/** Member by member: it runs several times for each row that was seen, and copies of whole objects took half of the time. */
const partsWith = ({ complete, known, facts }: Seen, unknown: Record<IndexPart, number>): Parts =>
  complete ?? {
    dense: known.dense ?? unknown.dense,
    own: known.own ?? unknown.own,
    context: known.context ?? unknown.context,
    recency: facts.recency,
    importance: facts.importance,
    session: 0,
  };

const isOpen = (row: Seen) => row.complete === null && indexParts.some((part) => row.known[part] === undefined);

const threshold = (state: State, request: TopKRequest): number =>
  kthOf(
    [...state.seen.values()].map((row) => partsWith(row, least)),
    request,
  );

async function access(state: State, ids: readonly string[], sources: TopKSources): Promise<void> {
  if (ids.length === 0) return;
  state.randomAccesses += ids.length;
  learn(state, ids, await sources.scores(ids));
}

/** Rows that unknown parts could still lift into the answer. */
const hopeful = (state: State, bounds: Parts, request: TopKRequest): string[] => {
  const kth = threshold(state, request);
  return [...state.seen]
    .filter(([, row]) => {
      if (!isOpen(row)) return false;
      const high = partsWith(row, bounds);
      return request.score(high) > kth && request.passes(high);
    })
    .map(([id]) => id);
};

const rank = (state: State, { k, passes, score }: TopKRequest): Ranked[] =>
  [...state.seen]
    .map(([id, row]) => {
      const parts = partsWith(row, least);
      return { id, parts, score: score(parts), session: row.facts.session };
    })
    .filter((row) => passes(row.parts))
    .sort(better)
    .slice(0, k);

/** Equal scores may hide parts that no one asked for; an answer that gives reasons has to know them. */
async function complete(state: State, request: TopKRequest, sources: TopKSources): Promise<Ranked[]> {
  const ranked = rank(state, request);
  const incomplete = ranked.map(({ id }) => id).filter((id) => isOpen(state.seen.get(id) as Seen));
  if (incomplete.length === 0) return ranked;
  await access(state, incomplete, sources);
  return rank(state, request);
}

/** What the second stage needs: more of the best, and none left out that it might still raise. */
const forSessions = (request: TopKRequest): TopKRequest => ({
  ...request,
  k: Math.max(request.k, request.sessionStage),
  passes: () => true,
});

/**
 * The true k best of a monotone score over sorted lists: the threshold algorithm with random access (Fagin, Lotem and
 * Naor 2001, section 4), reading the lists in rounds that grow by four. Of those that pass; exact unless the answer says
 * `approximate`; rows of equal score are interchangeable.
 */
export async function topK(given: TopKRequest, sources: TopKSources): Promise<TopK> {
  const state: State = { seen: new Map(), rejected: new Set(), rowsRead: 0, randomAccesses: 0, rounds: 0 };
  const expected = given.expectStage ? Math.max(given.k, given.sessionStage) : given.k;
  for (let m = Math.max(100, 4 * expected); ; m *= 4) {
    const round = await sources.lists(m);
    const staged = round.sessions && given.sessionStage > 0;
    const request = staged ? forSessions(given) : given;
    state.rounds += 1;
    state.rowsRead += rowsOf(round);
    const bounds = boundsOf(round, m);
    await meet(state, round, { bounds, request, sources });
    note(state, round);
    await access(state, hopeful(state, bounds, request), sources);
    const done = allSeen(round, m) || threshold(state, request) >= request.score(bounds) || !request.passes(bounds);
    if (done || state.rowsRead > request.rowLimit) {
      const ranked = await complete(state, request, sources);
      const { rounds, rowsRead, randomAccesses } = state;
      const approximate = !done || !round.exact || round.unindexedCut;
      return { ranked, staged, approximate, rounds, rowsRead, randomAccesses };
    }
  }
}
