/** Tarjan's strongly connected components that hold a cycle, among the states that `isInside` takes. */
export function cyclesOf(states, isInside) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const onStack = new Set();
  const cycles = [];
  const next = (state) => state.out.map(({ to }) => to).filter(isInside);
  const lower = (state, to) => low.set(state, Math.min(low.get(state), to));

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
  const leave = (work) => {
    const { state } = work.pop();
    close(state);
    const above = work.at(-1)?.state;
    if (above) lower(above, low.get(state));
  };
  const visit = (work) => {
    const { state, rest } = work.at(-1);
    const to = rest.pop();
    if (to === undefined) leave(work);
    else if (!index.has(to)) open(to, work);
    else if (onStack.has(to)) lower(state, index.get(to));
  };
  for (const root of states.filter(isInside)) {
    const work = [];
    if (!index.has(root)) open(root, work);
    while (work.length > 0) visit(work);
  }
  return cycles;
}
