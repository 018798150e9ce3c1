/** Pages in their order, until one has fewer rows than `size`; each is read after the last row of the one before it. */
export async function* pagesOf<Row>(size: number, read: (after: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let after: Row | null = null; ; ) {
    const rows: Row[] = await read(after);
    yield rows;
    if (rows.length < size) return;
    after = rows.at(-1) ?? null;
  }
}
