import type { SqlClient } from './sql.js';
import { createPoints, setStatistics } from './tables.js';

const migrations: readonly (readonly string[])[] = [
  [
    'create extension if not exists vector',
    'create table embedded_index.model (id text not null, dimensions int not null)',
    createPoints,
    setStatistics('points'),
  ],
];

/** Runs inside the caller's transaction. */
export async function migrate(client: SqlClient): Promise<void> {
  await client.query('create schema if not exists embedded_index');
  await client.query(
    'create table if not exists embedded_index.migrations (number int primary key, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query('select number from embedded_index.migrations');
  const applied = new Set(rows.map((row) => Number(row.number)));
  for (const [position, statements] of migrations.entries()) {
    const number = position + 1;
    if (applied.has(number)) continue;
    for (const statement of statements) await client.query(statement);
    await client.query('insert into embedded_index.migrations (number) values ($1)', [number]);
  }
}
