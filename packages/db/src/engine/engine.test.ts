import type { TestEngine } from '@hippocamp/db/engine/testing/engines';
import { testEngines } from '@hippocamp/db/engine/testing/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.each(testEngines)('the pool of $kind', ({ kind, available, open }) => {
  let opened: TestEngine;
  const pool = () => opened.engine.pool;

  beforeAll(async () => {
    if (available) opened = await open();
  });
  afterAll(() => opened?.close());
  const runs = test.skipIf(!available);

  runs('says what it is', () => {
    expect(opened.engine.kind).toBe(kind);
    expect(opened.engine.version).toMatch(/^\d+\.\d+/);
  });

  runs('has its sessions in UTC', async () => {
    const { rows } = await pool().query(
      "SELECT current_setting('TimeZone') AS zone, '2026-01-02T03:04:05.678Z'::timestamptz::text AS at",
    );
    expect(rows).toEqual([{ zone: 'UTC', at: '2026-01-02 03:04:05.678+00' }]);
  });

  runs('passes values and large results both ways', async () => {
    const text = 'é'.repeat(3_000_000);
    const { rows } = await pool().query('SELECT $1::text AS text, $2::jsonb AS json, $3::bytea AS bytes', [
      text,
      { a: [1] },
      Buffer.of(0, 255),
    ]);
    expect(rows[0].text === text).toBe(true);
    expect(rows[0]).toMatchObject({ json: { a: [1] }, bytes: Buffer.of(0, 255) });
  });

  runs('rejects with the SQLSTATE and goes on', async () => {
    await expect(pool().query('SELECT 1/0')).rejects.toMatchObject({ code: '22012', severity: 'ERROR' });
    await expect(pool().query('SELEC 1')).rejects.toMatchObject({ code: '42601', position: '1' });
    expect((await pool().query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  runs('refuses the rest of a failed transaction', async () => {
    const client = await pool().connect();
    await client.query('BEGIN');
    await expect(client.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('ROLLBACK');
    client.release();
  });

  runs('runs a script of several statements as one transaction', async () => {
    await expect(pool().query('CREATE TABLE half (a int); INSERT INTO half VALUES (1); SELECT 1/0')).rejects.toThrow(
      'division',
    );
    await expect(pool().query('SELECT * FROM half')).rejects.toMatchObject({ code: '42P01' });
  });

  runs('rolls back what a client leaves unfinished', async () => {
    await pool().query('CREATE TABLE left_open (a int)');
    const client = await pool().connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO left_open VALUES (1)');
    client.release();
    expect((await pool().query('SELECT * FROM left_open')).rows).toEqual([]);
  });

  runs('gives a new session after a client was thrown away in its transaction', async () => {
    const client = await pool().connect();
    await client.query("BEGIN; SET TIME ZONE 'Asia/Tokyo'; CREATE TEMP TABLE remains (a int)");
    client.release(true);
    await expect(pool().query('SELECT * FROM remains')).rejects.toMatchObject({ code: '42P01' });
    expect((await pool().query("SELECT current_setting('TimeZone') AS zone")).rows).toEqual([{ zone: 'UTC' }]);
  });

  runs('answers deep JSON with a value or an error, and lives', async () => {
    for (const depth of [1_000, 30_000, 300_000]) {
      const json = '['.repeat(depth) + ']'.repeat(depth);
      const code = await pool()
        .query('SELECT $1::jsonb IS NOT NULL', [json])
        .then(
          () => 'value',
          (error) => error.code,
        );
      expect(['value', '54001']).toContain(code);
      expect((await pool().query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    }
  });

  runs('serves many at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => pool().query('SELECT $1::int AS value', [index])),
    );
    expect(answers.map(({ rows }) => rows[0].value)).toEqual(Array.from({ length: 200 }, (_, index) => index));
  });
});
