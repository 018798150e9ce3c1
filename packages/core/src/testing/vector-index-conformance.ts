import { afterAll, beforeAll, describe } from 'vitest';
import { expectationsOf } from './vector-index-conformance/expectations.js';
import { filterSuite } from './vector-index-conformance/filtering.js';
import { modelSuite } from './vector-index-conformance/models.js';
import { model } from './vector-index-conformance/points.js';
import { propertySuite } from './vector-index-conformance/properties.js';
import { listsSuite, scanSuite, scoresSuite } from './vector-index-conformance/reading.js';
import { rebuildSuite } from './vector-index-conformance/rebuilding.js';
import type { IndexPrecision, MakeVectorIndex, VectorIndexUnderTest } from './vector-index-conformance/under-test.js';
import { applySuite, isolationSuite, removeSuite } from './vector-index-conformance/writing.js';

export type { MakeVectorIndex, VectorIndexUnderTest } from './vector-index-conformance/under-test.js';

/** Every index adapter keeps this. Each call of `make` must give an index over an empty store. */
export function vectorIndexConformance(name: string, make: MakeVectorIndex, precision: IndexPrecision = {}): void {
  const expectations = expectationsOf(precision);
  describe(`vector index: ${name}`, () => {
    describe('of one model', () => {
      let made: VectorIndexUnderTest;
      beforeAll(async () => {
        made = await make();
        await made.index.ensure(model);
      });
      afterAll(async () => {
        await made.close();
      });

      const index = () => made.index;
      listsSuite(index, expectations);
      scoresSuite(index, expectations);
      scanSuite(index);
      applySuite(index, expectations);
      removeSuite(index, expectations);
      isolationSuite(index, expectations);
      filterSuite(index, expectations);
      propertySuite(index, expectations);
    });

    modelSuite(make, expectations);
    rebuildSuite(make, expectations);
  });
}
