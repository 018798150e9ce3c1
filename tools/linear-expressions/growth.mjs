import { cyclesOf } from './cycles.mjs';

/**
 * The growth of a backtracking search, by the ambiguity of its automaton (Weber and Seidl). It is exponential where a
 * state comes back to itself in two ways for the same text. It is a power where a loop leads into another and both
 * read the text between them. Where the match can no longer fail nothing is tried again.
 */
const MOST_STEPS = 4_000_000;
/** A loop of at most this many characters inside one pass over the text counts as constant work. */
const LARGEST_FACTOR = 128;
const LARGEST_FIXED = 20_000;
/** A loop that takes more counts as one without an end. */
const LONGEST_BOUNDED = 1000;

function budget() {
  let steps = 0;
  return () => {
    steps += 1;
    if (steps > MOST_STEPS) throw new Error('is too large to decide');
  };
}

const keyOf = (tuple) => tuple.map(({ id }) => id).join();

/** A breadth-first walk over tuples of states that read the same character, to the first wanted tuple. */
function walk(starts, step, isWanted, spend) {
  const seen = new Set(starts.map(keyOf));
  let round = starts.map((tuple) => ({ tuple, from: null, mask: 0n }));
  const reach = (from) =>
    step(from.tuple).map(({ tuple, mask }) => {
      spend();
      return { tuple, from, mask };
    });
  while (round.length > 0) {
    const reached = round.flatMap(reach);
    const wanted = reached.find(({ tuple }) => isWanted(tuple));
    if (wanted) return wanted;
    round = reached.filter(({ tuple }) => !seen.has(keyOf(tuple)) && seen.add(keyOf(tuple)));
  }
  return null;
}

const textOf = (end, sample) => {
  let text = '';
  for (let at = end; at.from !== null; at = at.from) text = sample(at.mask) + text;
  return text;
};

const inside = (state, members) => state.out.filter(({ to }) => members.has(to));

const single = (edges) => edges.map(({ to, mask }) => ({ tuple: [to], mask }));

const together = (steps, edges) =>
  steps.flatMap((step) =>
    edges
      .filter(({ mask }) => (mask & step.mask) !== 0n)
      .map(({ to, mask }) => ({ tuple: [...step.tuple, to], mask: mask & step.mask })),
  );

/** The characters for which two edges lead to one state. */
const twoEdges = (edges) => {
  for (const [place, { to, mask }] of edges.entries()) {
    const other = edges.slice(place + 1).find((each) => each.to === to && (each.mask & mask) !== 0n);
    if (other) return other.mask & mask;
  }
  return null;
};

/** A text that leads from a state of the cycle back to it in two ways. */
function twoWaysRound(cycle, sample, spend) {
  const members = new Set(cycle);
  const step = ([first, second]) => together(single(inside(first, members)), inside(second, members));
  const areOne = ([first, second]) => first === second;
  for (const state of cycle) {
    const twice = twoEdges(inside(state, members));
    if (twice) return sample(twice);
    for (const { tuple, mask } of step([state, state]).filter((each) => !areOne(each.tuple))) {
      const back = walk([tuple], step, areOne, spend);
      if (back) return sample(mask) + textOf(back, sample);
    }
  }
  return null;
}

/** A text on which one loop comes back to itself, leads into the other, and the other comes back to itself. */
function leadsInto(first, second, mayPass, sample, spend) {
  const source = new Set(first);
  const target = new Set(second);
  const step = ([one, between, other]) => {
    const passing = between.out.filter(({ to }) => mayPass(to));
    return together(together(single(inside(one, source)), passing), inside(other, target));
  };
  for (const start of first)
    for (const goal of second) {
      const isRound = ([one, between, other]) => one === start && between === goal && other === goal;
      const end = walk([[start, start, goal]], step, isRound, spend);
      if (end) return textOf(end, sample);
    }
  return null;
}

const byCost = (one, other) => other.degree - one.degree || other.factor - one.factor;

function dearestChain(loops, pairs) {
  const costOf = new Map();
  const cost = (loop) => {
    const known = costOf.get(loop);
    if (known) return known;
    const after = pairs.filter(({ from }) => from === loop).map(({ to, text }) => ({ ...cost(to), text }));
    const best = after.sort(byCost)[0] ?? { degree: 0, factor: 1, text: '' };
    const isBounded = loop.bound <= LONGEST_BOUNDED;
    const found = {
      degree: best.degree + (isBounded ? 0 : 1),
      factor: best.factor * (isBounded ? loop.bound : 1),
      text: best.text,
    };
    costOf.set(loop, found);
    return found;
  };
  return loops.map(cost).sort(byCost);
}

const isTooDear = ({ degree, factor }) => degree > 1 || factor > (degree === 1 ? LARGEST_FACTOR : LARGEST_FIXED);

const canFail = (state) => !state.accepts && !state.isSearch;

/** `starting` holds the loops before a match and those of a sure match; `failing` those in which it may fail. */
function loopsOf(states) {
  const loops = (kind, isInside) =>
    cyclesOf(states, isInside).map((cycle) => ({ cycle, kind, bound: Math.min(...cycle.map(({ bound }) => bound)) }));
  const sure = loops('sure', ({ isSearch }) => !isSearch).filter(({ cycle }) => cycle.some(({ accepts }) => accepts));
  return { starting: [...loops('searching', ({ isSearch }) => isSearch), ...sure], failing: loops('failing', canFail) };
}

/** Null for linear time; otherwise the growth, and a text whose repetition causes it. */
export function growthOf({ states, sample }) {
  const spend = budget();
  const { starting, failing } = loopsOf(states);
  for (const { cycle } of failing) {
    const text = twoWaysRound(cycle, sample, spend);
    if (text !== null) return { complexity: 'exponential', text };
  }
  const all = [...starting, ...failing];
  const pairs = all.flatMap((from) =>
    failing
      .filter((to) => to !== from)
      .map((to) => ({ from, to, text: leadsInto(from.cycle, to.cycle, mayPassFrom(from), sample, spend) }))
      .filter(({ text }) => text !== null),
  );
  const dear = dearestChain(all, pairs).find(isTooDear);
  if (!dear) return null;
  const { degree, factor, text } = dear;
  return { complexity: `text length ^ ${degree}${factor > 1 ? ` × ${factor}` : ''}`, text };
}

const mayPassFrom = ({ kind }) => (kind === 'failing' ? canFail : () => true);
