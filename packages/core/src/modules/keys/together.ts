/** Names that one call reads. */
const MOST = 1000;

/**
 * One call at a time: names that are asked for meanwhile are read together by the next. So whoever asks for many, as
 * somebody without a key may, keeps one connection busy at most.
 */
export function together<Name, Found>(readAll: (names: readonly Name[]) => Promise<ReadonlyMap<Name, Found>>) {
  interface Group {
    names: Set<Name>;
    found: Promise<ReadonlyMap<Name, Found>>;
  }
  let open: Group | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const begin = (): Group => {
    const names = new Set<Name>();
    const found = last.then(() => {
      if (open === group) open = null;
      return readAll([...names]);
    });
    const group = { names, found };
    last = found.catch(() => undefined);
    return group;
  };

  return async (name: Name): Promise<Found | undefined> => {
    if (open === null || open.names.size >= MOST) open = begin();
    open.names.add(name);
    return (await open.found).get(name);
  };
}
