import { afterAll, beforeAll, describe } from 'vitest';
import { filterSuite } from './vector-index-conformance/filtering.js';
import { modelSuite } from './vector-index-conformance/models.js';
import { model } from './vector-index-conformance/points.js';
import { propertySuite } from './vector-index-conformance/properties.js';
import { listsSuite, scanSuite, scoresSuite } from './vector-index-conformance/reading.js';
import { rebuildSuite } from './vector-index-conformance/rebuilding.js';
import type { MakeVectorIndex, VectorIndexUnderTest } from './vector-index-conformance/under-test.js';
import { applySuite, isolationSuite, removeSuite } from './vector-index-conformance/writing.js';

export type { MakeVectorIndex, VectorIndexUnderTest } from './vector-index-conformance/under-test.js';

/** What every index adapter keeps. Each call of `make` must give an index over an empty store. */
export function vectorIndexConformance(name: string, make: MakeVectorIndex): void {
  describe(`vector index: ${name}`, () => {
    describe('of one model', () => {
      let made: VectorIndexUnderTest;
      beforeAll(async () => {
        made = await make();
        await made.index.ensure(model);
      }, 60_000);
      afterAll(async () => {
        await made.close();
      });

      const index = () => made.index;
      listsSuite(index);
      scoresSuite(index);
      scanSuite(index);
      applySuite(index);
      removeSuite(index);
      isolationSuite(index);
      filterSuite(index);
      propertySuite(index);
    });

    modelSuite(make);
    rebuildSuite(make);
  });
}
