import { afterAll, beforeAll, describe } from 'vitest';
import { comparingSuite } from './language-conformance/comparing.js';
import { judgingSuite } from './language-conformance/judging.js';
import { limitsSuite } from './language-conformance/limits.js';
import { readingSuite } from './language-conformance/reading.js';
import { segmentingSuite } from './language-conformance/segmenting.js';
import type { LanguageUnderTest } from './language-conformance/under-test.js';

export type { LanguageUnderTest } from './language-conformance/under-test.js';

/** Every implementation of the port keeps this, by rules or by a model; benchmarks tell how well it reads. */
export function languageConformance(name: string, make: () => Promise<LanguageUnderTest>): void {
  describe(`language: ${name}`, () => {
    let made: LanguageUnderTest;
    beforeAll(async () => {
      made = await make();
    });
    afterAll(() => made.close());

    const language = () => made.language;
    segmentingSuite(language);
    judgingSuite(language);
    readingSuite(language);
    comparingSuite(language);
    limitsSuite(language, () => made.deadline);
  });
}
