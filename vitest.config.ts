import { defineConfig } from 'vitest/config';
import { ClosingLine } from './tools/closing-line.js';
import { ConformanceTable } from './tools/conformance-table.js';
import { missingEngines, notGiven } from './tools/engines.js';

// biome-ignore lint/style/noProcessEnv: which engines there are is for whoever runs the tests to say
const environment = process.env;
const missing = missingEngines(environment);
if (environment.REQUIRE_ENGINES === '1' && missing.length > 0) {
  const wanted = missing.map(({ engine, command }) => `${engine} (${command})`);
  throw new Error(`REQUIRE_ENGINES=1, and this machine lacks ${wanted.join(' and ')}.`);
}

const endToEnd = 'packages/e2e/src/**/*.test.ts';

/** Measures how long others wait, so it runs when nothing else does: `npm run test:stalls`. */
const stalls = 'packages/e2e/src/stalls.test.ts';

const production = {
  extends: true as const,
  test: {
    name: 'end to end, production',
    include: [endToEnd],
    exclude: ['**/*.embedded.test.ts', stalls],
    globalSetup: ['packages/e2e/src/global-setup-production.ts'],
  },
};

export default defineConfig({
  test: {
    reporters: ['default', new ConformanceTable(), new ClosingLine([...missing, ...notGiven(environment)])],
    // Few: each of them may run an engine of its own. More than two cores: much of it is waiting.
    maxWorkers: 3,
    // For what hangs: tests that wait have deadlines of their own, and a busy machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['packages/e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'end to end, embedded',
          include: [endToEnd],
          exclude: ['**/*.production.test.ts', stalls],
          globalSetup: ['packages/e2e/src/global-setup-embedded.ts'],
        },
      },
      ...(missing.length === 0 ? [production] : []),
    ],
  },
});
