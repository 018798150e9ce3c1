import {
  newArtifact,
  newEntity,
  newEvent,
  newIngest,
  newMemory,
  newRelation,
  newReview,
  sequentialIds,
  tenantNamed,
} from '@hippocamp/core/testing/builders';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { transferKinds } from '@hippocamp/shared/schemas/transfer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordsOn, type RecordsOn } from './testing/records-on.js';

const SHORT = 20;
const LONG = 15;
/** Bytes that a long row takes; a page of 4 MiB holds eleven of them. */
const BYTES = 380_000;
const MOST = 11;

/** As an earlier release took them from an import: `BYTES` of JSON, packed into a few KB. */
const many = `(select jsonb_build_object('list', jsonb_agg('{}'::jsonb)) from generate_series(1, 95000))`;
const made = {
  memory: `update memories set content = repeat('x', ${BYTES}) where id = any($1)`,
  artifact: `update artifacts set content = repeat('x', ${BYTES}) where id = any($1)`,
  ingest: `update ingests set request = request || ${many} where trace_id = any($1)`,
  entity: `update entities set properties = ${many} where id = any($1)`,
  event: `update events set payload = ${many} where id = any($1)`,
  relation: `update relations set metadata = ${many} where id = any($1)`,
  review: `update reviews set candidate = candidate || ${many} where id = any($1)`,
};

describe.each(testEngines)('pages of an export, on $kind,', ({ available, open }) => {
  let opened: RecordsOn;
  const ids = sequentialIds();
  const runs = test.skipIf(!available);
  const own = () => opened.records.forTenant(tenantNamed('acme'));
  const given = Array.from({ length: SHORT + LONG }, () => ids.next());

  beforeAll(async () => {
    if (!available) return;
    opened = await openRecordsOn(open);
    const { memories, artifacts, ingests, entities, events, relations, reviews } = own();
    await memories.insert(given.map((id) => newMemory(id)));
    for (const id of given) {
      await artifacts.insert({ ...newArtifact(id), instructs: null });
      await ingests.insert(newIngest(id));
    }
    await entities.insert(given.map((id) => newEntity(id)));
    await events.insert(given.map((id) => newEvent(id)));
    await relations.add(given.map((id) => newRelation(id, { fromId: id })));
    await reviews.add(given.map((id) => newReview(id)));
    for (const statement of Object.values(made)) await opened.pool.query(statement, [given.slice(SHORT)]);
  });
  afterAll(() => opened?.close());

  const readersOf = ({ transfer }: ReturnType<typeof own>) => ({
    memory: transfer.memories,
    artifact: transfer.artifacts,
    ingest: async (after: string | null, limit: number) =>
      (await transfer.ingests(after, limit)).map(({ traceId }) => ({ id: traceId })),
    entity: transfer.entities,
    event: transfer.events,
    relation: transfer.relations,
    review: transfer.reviews,
  });

  test.skipIf(!available).each(transferKinds)(
    'hold as many of the kind %s as fit, whatever came before',
    async (kind) => {
      const read = readersOf(own())[kind];
      const lengths: number[] = [];
      const found: string[] = [];
      for (let after: string | null = null; ; after = found.at(-1) ?? null) {
        const rows = await read(after, lengths.length === 0 ? SHORT : 100);
        if (rows.length === 0) break;
        lengths.push(rows.length);
        found.push(...rows.map(({ id }) => id));
      }
      expect(found).toEqual(given);
      expect(lengths).toEqual([SHORT, MOST, LONG - MOST]);
    },
  );

  runs('hold as many texts for a vocabulary as fit', async () => {
    const lengths: number[] = [];
    const { memories } = own();
    let last: string | null = null;
    const read = async (after: string | null) => {
      const rows = await memories.contents(after, lengths.length === 0 ? SHORT : 100);
      lengths.push(rows.length);
      last = rows.at(-1)?.id ?? null;
    };
    do await read(last);
    while (last !== null);
    expect(lengths).toEqual([SHORT, MOST, LONG - MOST, 0]);
  });

  runs('are not taken for the last where all that was measured goes before it is read', async () => {
    const [first, second] = given;
    const { pool } = opened;
    const query = pool.query.bind(pool);
    let sent = 0;
    pool.query = (async (statement: { text: string }) => {
      const answer = await query(statement);
      sent += 1;
      if (sent === 1) await query({ text: 'delete from artifacts where id = $1', values: [first] });
      return answer;
    }) as unknown as typeof pool.query;
    const page = await own()
      .transfer.artifacts(null, 1)
      .finally(() => {
        pool.query = query as typeof pool.query;
      });
    expect(page.map(({ id }) => id)).toEqual([second]);
  });
});
