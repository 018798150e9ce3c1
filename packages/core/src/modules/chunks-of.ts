/** Items in their order, at most `size` together. */
export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_chunk, position) =>
    items.slice(position * size, (position + 1) * size),
  );
