/** Ids of one statement or request. */
const CHUNK = 500;

export const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_chunk, position) =>
    items.slice(position * CHUNK, (position + 1) * CHUNK),
  );
