/**
 * How the work of a backtracking search grows, by the ambiguity of its automaton (Weber and Seidl): exponentially where a state
 * comes back to itself in two ways that read the same text; with a square, a cube … where a loop leads into another and both
 * can read the text that leads from the first to the second. Where the match can no longer fail nothing is tried again.
 */
const MOST_STEPS = 4_000_000;
/** A loop of at most so many characters inside the one pass over the text is work of a constant size. */
const LARGEST_FACTOR = 128;
const LARGEST_FIXED = 20_000;

/** Tarjan's components that hold a cycle. */
function cyclesOf(states, isInside) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const onStack = new Set();
  const cycles = [];
  const next = (state) => state.out.map(({ to }) => to).filter(isInside);
  const open = (state, work) => {
    index.set(state, index.size);
    low.set(state, index.get(state));
    stack.push(state);
    onStack.add(state);
    work.push({ state, rest: next(state) });
  };
  const close = (state) => {
    if (low.get(state) !== index.get(state)) return;
    const found = stack.splice(stack.indexOf(state));
    for (const each of found) onStack.delete(each);
    if (found.length > 1 || next(state).includes(state)) cycles.push(found);
  };
  for (const root of states.filter(isInside)) {
    if (index.has(root)) continue;
    const work = [];
    open(root, work);
    while (work.length > 0) {
      const { state, rest } = work[work.length - 1];
      const to = rest.pop();
      if (to === undefined) {
        work.pop();
        close(state);
        const above = work[work.length - 1]?.state;
        if (above) low.set(above, Math.min(low.get(above), low.get(state)));
      } else if (!index.has(to)) open(to, work);
      else if (onStack.has(to)) low.set(state, Math.min(low.get(state), index.get(to)));
    }
  }
  return cycles;
}

function budget() {
  let steps = 0;
  return () => {
    steps += 1;
    if (steps > MOST_STEPS) throw new Error('is too large to decide');
  };
}

/** Breadth first over tuples of states that read the same character; the text to the first tuple that is wanted. */
function walk(starts, step, isWanted, spend) {
  const seen = new Map(starts.map((tuple) => [tuple.map(({ id }) => id).join(), null]));
  let round = starts.map((tuple) => ({ tuple, from: null, mask: 0n }));
  while (round.length > 0) {
    const following = [];
    for (const from of round)
      for (const { tuple, mask } of step(from.tuple)) {
        spend();
        const made = { tuple, from, mask };
        if (isWanted(tuple)) return made;
        const key = tuple.map(({ id }) => id).join();
        if (!seen.has(key)) {
          seen.set(key, made);
          following.push(made);
        }
      }
    round = following;
  }
  return null;
}

const textOf = (end, sample) => {
  let text = '';
  for (let at = end; at.from !== null; at = at.from) text = sample(at.mask) + text;
  return text;
};

const inside = (state, members) => state.out.filter(({ to }) => members.has(to));

/** Two ways round from a state to itself by the same text. */
function twoWaysRound(cycle, sample, spend) {
  const members = new Set(cycle);
  const step = ([first, second]) =>
    inside(first, members).flatMap((one, place) =>
      inside(second, members)
        .filter((other, otherPlace) => (first !== second || place <= otherPlace) && (one.mask & other.mask) !== 0n)
        .map((other) => ({ tuple: [one.to, other.to], mask: one.mask & other.mask, twice: one !== other })),
    );
  for (const state of cycle)
    for (const { tuple, mask, twice } of step([state, state]))
      if (twice && tuple[0] === tuple[1]) return sample(mask);
  for (const state of cycle) {
    const apart = step([state, state]).filter(({ tuple }) => tuple[0] !== tuple[1]);
    const both = ([first, second]) =>
      inside(first, members).flatMap((one) =>
        inside(second, members)
          .filter((other) => (one.mask & other.mask) !== 0n)
          .map((other) => ({ tuple: [one.to, other.to], mask: one.mask & other.mask })),
      );
    const back = walk(
      apart.map(({ tuple }) => tuple),
      both,
      ([first, second]) => first === second,
      spend,
    );
    if (back) return apart.length > 0 ? sample(apart[0].mask) + textOf(back, sample) : '';
  }
  return null;
}

/** A text by which one loop comes back to itself, leads into the other, and the other comes back to itself. */
function leadsInto(first, second, mayPass, sample, spend) {
  const source = new Set(first);
  const target = new Set(second);
  const step = ([one, between, other]) => {
    const found = [];
    for (const a of inside(one, source))
      for (const c of inside(other, target)) {
        const shared = a.mask & c.mask;
        if (shared === 0n) continue;
        for (const b of between.out)
          if (mayPass(b.to) && (shared & b.mask) !== 0n) found.push({ tuple: [a.to, b.to, c.to], mask: shared & b.mask });
      }
    return found;
  };
  for (const start of first)
    for (const goal of second) {
      const isRound = ([one, between, other]) => one === start && between === goal && other === goal;
      const end = walk([[start, start, goal]], step, isRound, spend);
      if (end) return textOf(end, sample);
    }
  return null;
}

/** The cost of the longest chain of loops that lead into one another. */
function dearestChain(loops, pairs) {
  const costOf = new Map();
  const cost = (loop) => {
    const known = costOf.get(loop);
    if (known) return known;
    const after = pairs.filter(({ from }) => from === loop).map(({ to, text }) => ({ ...cost(to), text }));
    after.sort((one, other) => other.degree - one.degree || other.factor - one.factor);
    const best = after[0] ?? { degree: 0, factor: 1, text: '' };
    const isBounded = Number.isFinite(loop.bound);
    const found = {
      degree: best.degree + (isBounded ? 0 : 1),
      factor: best.factor * (isBounded ? loop.bound : 1),
      text: best.text,
    };
    costOf.set(loop, found);
    return found;
  };
  const all = loops.map(cost);
  const tooDear = ({ degree, factor }) => degree > 1 || factor > (degree === 1 ? LARGEST_FACTOR : LARGEST_FIXED);
  return all.filter(tooDear).sort((one, other) => other.degree - one.degree || other.factor - one.factor)[0] ?? null;
}

/** Null for a search in linear time; otherwise how it grows, and a text that makes it. */
export function growthOf({ states, sample }) {
  const spend = budget();
  const canFail = (state) => !state.accepts && !state.isSearch;
  const asLoop = (kind) => (cycle) => ({ cycle, kind, bound: Math.min(...cycle.map(({ bound }) => bound)) });
  const failing = cyclesOf(states, canFail).map(asLoop('failing'));
  for (const { cycle } of failing) {
    const text = twoWaysRound(cycle, sample, spend);
    if (text !== null) return { complexity: 'exponential', text };
  }
  const searching = cyclesOf(states, ({ isSearch }) => isSearch).map(asLoop('searching'));
  const accepting = cyclesOf(states, ({ isSearch }) => !isSearch)
    .filter((cycle) => cycle.some(({ accepts }) => accepts))
    .map(asLoop('accepting'));
  const pairs = [];
  for (const from of [...searching, ...accepting, ...failing])
    for (const to of failing) {
      if (from === to) continue;
      const text = leadsInto(from.cycle, to.cycle, from.kind === 'failing' ? canFail : () => true, sample, spend);
      if (text !== null) pairs.push({ from, to, text });
    }
  const dearest = dearestChain([...searching, ...accepting, ...failing], pairs);
  if (dearest === null) return null;
  const { degree, factor, text } = dearest;
  return { complexity: `text length ^ ${degree}${factor > 1 ? ` × ${factor}` : ''}`, text };
}
