import type { SqlClient } from './sql.js';

export interface Model {
  id: string;
  dimensions: number;
}

/** Remembers the model; drops the points of another. */
export async function switchModel(client: SqlClient, model: Model): Promise<void> {
  const { rows } = await client.query('select id, dimensions from embedded_index.model');
  const known = rows[0];
  if (known?.id === model.id && Number(known.dimensions) === model.dimensions) return;
  await client.query('truncate embedded_index.points');
  await client.query(
    `alter table embedded_index.points alter column dense type vector(${Math.trunc(model.dimensions)})`,
  );
  await client.query('delete from embedded_index.model');
  await client.query('insert into embedded_index.model (id, dimensions) values ($1, $2)', [model.id, model.dimensions]);
}

export async function hasPoints(client: SqlClient): Promise<boolean> {
  const { rows } = await client.query('select exists (select from embedded_index.points) as found');
  return rows[0]?.found === true;
}
