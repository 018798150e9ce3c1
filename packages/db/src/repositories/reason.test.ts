import { withoutText } from '@hippocamp/core/ports/log';
import type { Records } from '@hippocamp/core/ports/records';
import { NOON, newMemory, quietLog, sequentialIds, tenantNamed } from '@hippocamp/core/testing/builders';
import { migrate } from '@hippocamp/db/engine/migrate';
import { type TestEngine, testEngines } from '@hippocamp/db/engine/testing/engines';
import { createRecords } from '@hippocamp/db/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SECRET = 'violet otter';

for (const { kind, available, open } of testEngines) {
  describe.skipIf(!available)(`what the log says of errors of ${kind}`, () => {
    let engine: TestEngine;
    let records: Records & { close(): Promise<void> };
    const ids = sequentialIds();

    beforeAll(async () => {
      engine = await open();
      const { pool } = engine.engine;
      await migrate(pool);
      records = await createRecords({ pool, kind: engine.engine.kind, log: quietLog });
    });
    afterAll(async () => {
      await records?.close();
      await engine?.close();
    });

    const own = () => records.forTenant(tenantNamed('acme'));
    const insert = (id = ids.next()) => own().memories.insert([newMemory(id, { content: SECRET })]);
    const tell = (statement: string) => engine.engine.pool.query(statement);

    const saidOf = async (worsen: string, work: () => Promise<unknown>, mend: string) => {
      await tell(worsen);
      try {
        await work();
      } catch (error) {
        return withoutText(error);
      } finally {
        await tell(mend);
      }
      throw new Error('It did not fail.');
    };

    it.each<[string, string, () => Promise<unknown>, string, string[]]>([
      [
        'a table that is missing',
        'alter table outbox rename to away',
        () => records.outbox.due('index', NOON, 5),
        'alter table away rename to outbox',
        ['42P01', 'relation "outbox" does not exist'],
      ],
      [
        'a table that is missing, of the model',
        'alter table artifacts rename to away',
        () => own().artifacts.get(ids.next()),
        'alter table away rename to artifacts',
        ['artifacts'],
      ],
      [
        'a check that a text does not pass, whose detail quotes the row',
        `alter table memories add constraint fits_well check (content <> '${SECRET}')`,
        insert,
        'alter table memories drop constraint fits_well',
        ['23514', 'fits_well', 'memories'],
      ],
      [
        'a text that is too long',
        'alter table memories add column short varchar(3) generated always as (content) stored',
        insert,
        'alter table memories drop column short',
        ['22001'],
      ],
      ['a text in place of an id, which the sentence quotes', '', () => own().memories.get(SECRET), '', ['22P02']],
      [
        'a text that a trigger quotes',
        `create function cry() returns trigger language plpgsql as $$ begin raise exception '%', new.content; end $$;
         create trigger cries before insert on memories for each row execute function cry()`,
        insert,
        'drop trigger cries on memories; drop function cry',
        ['P0001'],
      ],
    ])('%s', async (_name, worsen, work, mend, expected) => {
      const said = await saidOf(worsen, () => work(), mend);
      for (const part of expected) expect(said.reason).toContain(part);
      expect(JSON.stringify(said)).not.toMatch(/violet|otter/);
    });

    it('a row that is there already', async () => {
      const id = ids.next();
      await insert(id);
      const said = await insert(id).then(() => null, withoutText);
      expect(said?.reason).toMatch(/23505.*memories_pkey/);
      expect(JSON.stringify(said)).not.toContain(id);
    });
  });
}
