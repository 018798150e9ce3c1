import type { IndexHit, IndexLists, IndexParts, IndexQuestion } from '@hippocamp/core/ports/vector-index';
import { termWeights } from '../encoding.js';
import type { PackedHits, PackedLists, PackedQuestion, PackedScores } from './messages.js';
import { unpackIds, writeIds } from './packed-ids.js';
import type { Hit, List, Scored } from './tenant-points.js';

export function packQuestion({ dense, sparse }: IndexQuestion): PackedQuestion {
  const weights = termWeights(sparse);
  // A copy: what a vector is a part of would go over with it.
  return {
    dense: dense && new Float32Array(dense),
    terms: { ids: Int32Array.from(weights.keys()), weights: Float64Array.from(weights.values()) },
  };
}

const packHits = (hits: readonly Hit[]): PackedHits => ({
  ids: writeIds(hits.map(({ id }) => id)),
  versions: new Int32Array(hits.map(({ version }) => version)),
  values: new Float64Array(hits.map(({ value }) => value)),
});

export const packLists = ({ dense, own, context }: Record<List, Hit[]>): PackedLists => ({
  dense: packHits(dense),
  own: packHits(own),
  context: packHits(context),
});

export const packScores = (scores: readonly Scored[]): PackedScores => ({
  ids: writeIds(scores.map(({ id }) => id)),
  versions: new Int32Array(scores.map(({ version }) => version)),
  values: new Float64Array(scores.flatMap(({ values: { dense, own, context } }) => [dense, own, context])),
});

export const buffersOf = ({ ids, versions, values }: PackedHits): ArrayBuffer[] => [
  ids.buffer,
  versions.buffer,
  values.buffer,
];

const unpackHits = ({ ids, versions, values }: PackedHits): IndexHit[] =>
  unpackIds(ids).map((id, place) => ({ id, version: versions[place] ?? 0, value: values[place] ?? 0 }));

export const unpackLists = ({ dense, own, context }: PackedLists): IndexLists => ({
  dense: unpackHits(dense),
  lexical: { own: unpackHits(own), context: unpackHits(context) },
  exact: true,
});

export const unpackScores = ({ ids, versions, values }: PackedScores): Map<string, IndexParts> =>
  new Map(
    unpackIds(ids).map((id, place) => {
      const [dense = Number.NaN, own = 0, context = 0] = values.subarray(3 * place, 3 * place + 3);
      const parts = { dense: Number.isNaN(dense) ? null : dense, lexical: { own, context } };
      return [id, { version: versions[place] ?? 0, ...parts }];
    }),
  );
