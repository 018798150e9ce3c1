import { argv, stdout } from 'node:process';
import { openPglite } from '../pglite.js';

/** Writes pairs of rows without end, and says each pair that was committed; meant to be killed. */
const [folder = ''] = argv.slice(2);
const { pool } = await openPglite({ folder });
await pool.query('CREATE TABLE IF NOT EXISTS pairs (pair int, half int, text text, PRIMARY KEY (pair, half))');
const { rows } = await pool.query<{ next: number }>('SELECT coalesce(max(pair), 0) + 1 AS next FROM pairs');
for (let pair = rows[0]?.next ?? 1; ; pair += 1) {
  const client = await pool.connect();
  await client.query('BEGIN');
  for (const half of [1, 2]) {
    await client.query('INSERT INTO pairs VALUES ($1, $2, $3)', [pair, half, 'x'.repeat(500)]);
  }
  await client.query('COMMIT');
  client.release();
  stdout.write(`${pair}\n`);
}
