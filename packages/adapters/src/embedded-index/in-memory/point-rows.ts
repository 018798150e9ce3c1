import { createFilterColumns, type RowFilters } from './filter-columns.js';
import { bytesOf, grown } from './growing.js';
import { type Multiply, strideOf } from './kernel.js';
import { createPostings, type Terms } from './postings.js';
import { PEAKS, type QuantisedQuestion, quantise, quantiseQuestion } from './quantise.js';
import { createRowIds, type Id } from './row-ids.js';

interface VectorQuestion extends QuantisedQuestion {
  exact: Float32Array;
}

interface Vectors {
  put(row: number, vector: Float32Array | null): void;
  asking(vector: Float32Array): VectorQuestion;
  /** NaN for a row without a vector. */
  multiply(question: VectorQuestion, values: Float64Array): void;
  valueOf(row: number, question: VectorQuestion): number;
  /** Row `n` becomes what row `kept[n]` was; `kept` ascends. */
  keep(kept: Int32Array): void;
  bytes(): number;
}

interface Rows {
  /** NaN for a row without a vector. */
  scales: Float32Array;
  places: Uint16Array;
  peaks: Float32Array;
}

/** Products of steps become products of values. Unrolled for two `PEAKS`, because scans spend much time here. */
function finish(
  { scales, places, peaks }: Rows,
  { exact, step }: VectorQuestion,
  products: Int32Array,
  values: Float64Array,
): void {
  for (let row = 0; row < values.length; row += 1) {
    const at = row * PEAKS;
    values[row] =
      (products[row] as number) * step * (scales[row] as number) +
      (exact[places[at] as number] as number) * (peaks[at] as number) +
      (exact[places[at + 1] as number] as number) * (peaks[at + 1] as number);
  }
}

const rowOf = <Kind extends { subarray(from: number, to: number): Kind }>(
  array: Kind,
  row: number,
  width: number,
): Kind => array.subarray(row * width, (row + 1) * width);

function createVectors(dimensions: number, multiply: Multiply): Vectors {
  const stride = strideOf(dimensions);
  let values = new Int8Array(0);
  let scales = new Float32Array(0);
  let places = new Uint16Array(0);
  let peaks = new Float32Array(0);
  let products = new Int32Array(0);

  const reserve = (rows: number) => {
    values = grown(values, rows * stride);
    scales = grown(scales, rows);
    places = grown(places, rows * PEAKS);
    peaks = grown(peaks, rows * PEAKS);
  };

  return {
    put(row, vector) {
      reserve(row + 1);
      scales[row] = Number.NaN;
      if (vector === null) return;
      const quantised = quantise(vector, rowOf(values, row, stride));
      scales[row] = quantised.scale;
      for (let peak = 0; peak < PEAKS; peak += 1) {
        places[row * PEAKS + peak] = quantised.places[peak] ?? 0;
        peaks[row * PEAKS + peak] = quantised.peaks[peak] ?? 0;
      }
    },
    asking: (vector) => ({ ...quantiseQuestion(vector, stride), exact: vector }),
    multiply(question, into) {
      products = grown(products, into.length);
      multiply(values, question.values, stride, products.subarray(0, into.length));
      finish({ scales, places, peaks }, question, products, into);
    },
    valueOf(row, question) {
      const own = rowOf(values, row, stride);
      let product = 0;
      for (let place = 0; place < stride; place += 1)
        product += (own[place] as number) * (question.values[place] as number);
      const peaksOfRow = { places: rowOf(places, row, PEAKS), peaks: rowOf(peaks, row, PEAKS) };
      const into = new Float64Array(1);
      finish({ scales: rowOf(scales, row, 1), ...peaksOfRow }, question, Int32Array.of(product), into);
      return into[0] ?? 0;
    },
    keep(kept) {
      for (const [row, old] of kept.entries()) {
        values.copyWithin(row * stride, old * stride, (old + 1) * stride);
        scales.copyWithin(row, old, old + 1);
        places.copyWithin(row * PEAKS, old * PEAKS, (old + 1) * PEAKS);
        peaks.copyWithin(row * PEAKS, old * PEAKS, (old + 1) * PEAKS);
      }
    },
    bytes: () => bytesOf(values, scales, places, peaks, products),
  };
}

export interface HeldPoint {
  id: Id;
  version: number;
  dense: Float32Array | null;
  own: Terms;
  context: Terms;
  filters: RowFilters;
}

/** Dead rows stay until they are this many and a quarter of all. */
const FEWEST_DEAD = 64;

export type PointRows = ReturnType<typeof createPointRows>;

/** Rows are only appended; dead ones are removed some time later. */
export function createPointRows(dimensions: number, multiply: Multiply) {
  const vectors = createVectors(dimensions, multiply);
  const fields = { own: createPostings(), context: createPostings() };
  const filters = createFilterColumns();
  const ids = createRowIds();
  let versions = new Int32Array(0);
  let living = new Uint8Array(0);
  let count = 0;
  let dead = 0;

  const keepLiving = () => {
    const kept = new Int32Array(count - dead);
    const renumbered = new Int32Array(count).fill(-1);
    for (let row = 0, next = 0; row < count; row += 1) {
      if (!living[row]) continue;
      kept[next] = row;
      renumbered[row] = next;
      versions[next] = versions[row] ?? 0;
      next += 1;
    }
    for (const part of [vectors, filters, ids]) part.keep(kept);
    for (const field of [fields.own, fields.context]) field.keep(renumbered);
    count = kept.length;
    living.fill(1, 0, count);
    dead = 0;
  };

  return {
    ...{ vectors, fields, filters, ids },
    /** −1 for an unknown point. */
    find(id: Id): number {
      const row = ids.find(id);
      return row >= 0 && living[row] ? row : -1;
    },
    versionOf: (row: number): number => versions[row] ?? 0,
    append({ id, version, dense, own, context, filters: ofRow }: HeldPoint): void {
      const row = count;
      count += 1;
      versions = grown(versions, count);
      living = grown(living, count);
      versions[row] = version;
      living[row] = 1;
      ids.put(row, id);
      vectors.put(row, dense);
      fields.own.add(row, own);
      fields.context.add(row, context);
      filters.put(row, ofRow);
    },
    bury(row: number): void {
      living[row] = 0;
      dead += 1;
    },
    /** Row numbers may change. */
    tidy(): void {
      if (dead >= FEWEST_DEAD && dead * 4 >= count) keepLiving();
    },
    living: (): Uint8Array => living.slice(0, count),
    /** Includes dead rows. */
    count: (): number => count,
    size: (): number => count - dead,
    bytes: (): number =>
      bytesOf(versions, living) +
      [vectors, fields.own, fields.context, filters, ids].reduce((sum, part) => sum + part.bytes(), 0),
  };
}
