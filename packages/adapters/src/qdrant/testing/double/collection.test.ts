import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createCollection, type PointStruct } from './collection.js';

it('conditions an upsert on what was there before it, and keeps the last of a point that comes twice', () => {
  const collection = createCollection({});
  const [one, other] = [randomUUID(), randomUUID()];
  const ofVersion = (id: string, version: number): PointStruct => ({ id, vector: {}, payload: { version } });
  const upsertOver = (lte: number, ...points: PointStruct[]) => {
    collection.upsert({ points, update_filter: { must: [{ key: 'version', range: { lte } }] } });
    const held = collection.query({ with_payload: true });
    return Object.fromEntries(held.map(({ id, payload }) => [id, payload?.version]));
  };
  expect(upsertOver(1, ofVersion(one, 3), ofVersion(one, 9), ofVersion(one, 5))).toEqual({ [one]: 5 });
  expect(upsertOver(5, ofVersion(one, 9), ofVersion(one, 6), ofVersion(other, 1))).toEqual({ [one]: 6, [other]: 1 });
  expect(upsertOver(5, ofVersion(one, 2), ofVersion(other, 2))).toEqual({ [one]: 6, [other]: 2 });
});
