import { settlesWithin } from '../waiting.js';

/** Names that one call reads. */
const MOST = 1000;

/** ms that a call has to itself. A connection that has gone silent must not hold up every key for longer. */
const ALONE_FOR = 1000;

/**
 * One call at a time, unless it takes more than a second: names that are asked for meanwhile are read together by the
 * next. So whoever asks for many, as somebody without a key may, begins one further call each second at most.
 */
export function together<Name, Found>(readAll: (names: readonly Name[]) => Promise<ReadonlyMap<Name, Found>>) {
  interface Group {
    names: Set<Name>;
    found: Promise<ReadonlyMap<Name, Found>>;
  }
  let open: Group | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const begin = (): Group => {
    const names = new Set<Name>();
    const found = turn.then(() => {
      if (open === group) open = null;
      return readAll([...names]);
    });
    const group = { names, found };
    const ended = found.catch(() => undefined);
    turn = turn.then(() => settlesWithin(ended, ALONE_FOR));
    return group;
  };

  return async (name: Name): Promise<Found | undefined> => {
    if (open === null || open.names.size >= MOST) open = begin();
    open.names.add(name);
    return (await open.found).get(name);
  };
}
