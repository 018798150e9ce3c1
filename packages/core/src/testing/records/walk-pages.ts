import type { Page, PageRequest } from '../../ports/records.js';

/** Every row, page by page, to the end; and the totals that the pages told. */
export async function walkPages<Row>(limit: number, read: (request: PageRequest) => Promise<Page<Row>>) {
  const rows: Row[] = [];
  const totals = new Set<number>();
  for (let after: PageRequest['after'] | null; after !== null; ) {
    const page = await read({ limit, offset: 0, after });
    rows.push(...page.rows);
    totals.add(page.total);
    after = page.last;
  }
  return { rows, totals: [...totals] };
}
