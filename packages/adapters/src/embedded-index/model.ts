import type { IndexModel } from '@hippocamp/core/ports/vector-index';
import type { SqlClient } from './sql.js';
import { ofDimensions } from './tables.js';

/** Remembers the model; drops the points of another. */
export async function switchModel(client: SqlClient, model: IndexModel): Promise<void> {
  const { rows } = await client.query('select id, dimensions from embedded_index.model');
  const known = rows[0];
  if (known?.id === model.id && Number(known.dimensions) === model.dimensions) return;
  await client.query('truncate embedded_index.points');
  await client.query(ofDimensions('points', model.dimensions));
  await noteModel(client, model);
}

/** Whose the points are. */
export async function noteModel(client: SqlClient, { id, dimensions }: IndexModel): Promise<void> {
  await client.query('delete from embedded_index.model');
  await client.query('insert into embedded_index.model (id, dimensions) values ($1, $2)', [id, dimensions]);
}

export async function hasPoints(client: SqlClient): Promise<boolean> {
  const { rows } = await client.query('select exists (select from embedded_index.points) as found');
  return rows[0]?.found === true;
}
