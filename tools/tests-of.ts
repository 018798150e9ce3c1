import { defineConfig } from 'vitest/config';
import type { TestCase } from 'vitest/node';
import { ClosingLine } from './closing-line.js';
import { ConformanceTable } from './conformance-table.js';
import { missingEngines, missingPython, notGiven, pythonTests } from './engines.js';

// biome-ignore lint/style/noProcessEnv: which engines there are is for whoever runs the tests to say
const environment = process.env;
const missing = missingEngines(environment);
const python = missingPython();
const lacking = [...missing, ...python];
if (environment.REQUIRE_ENGINES === '1' && lacking.length > 0) {
  const wanted = lacking.map(({ engine, command }) => `${engine} (${command})`);
  throw new Error(`REQUIRE_ENGINES=1, and this machine lacks ${wanted.join(' and ')}.`);
}

const endToEnd = 'packages/e2e/src/**/*.test.ts';
/** It measures how long others wait, so it runs alone: `npm run test:stalls`. */
const stalls = 'packages/e2e/src/stalls.test.ts';
/** It expects a backlog to be gone within seconds, so it runs after all others. */
const unhindered = 'packages/e2e/src/faults/stores-lost.production.test.ts';
/** Every operation, and the separation of tenants; the quick tests run these in production mode, too. */
const smoke = ['packages/e2e/src/conformance/*.test.ts', 'packages/e2e/src/tenancy.test.ts'];
/** No store takes part in these, so one mode proves them. */
const withoutStores = ['bad-http', 'bad-transport', 'body-bounds', 'shell', 'unknown-members'].map(
  (name) => `packages/e2e/src/${name}.test.ts`,
);

const packages = {
  extends: true as const,
  test: {
    name: 'packages',
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: ['packages/e2e/**'],
  },
};

const embedded = (retry: number) => ({
  extends: true as const,
  test: {
    name: 'end to end, embedded',
    retry,
    include: [endToEnd],
    exclude: ['**/*.production.test.ts', stalls, ...(python.length > 0 ? [pythonTests] : [])],
    globalSetup: ['packages/e2e/src/global-setup-embedded.ts'],
  },
});

const production = (include: string[], retry: number, exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name: 'end to end, production',
    retry,
    include,
    exclude: ['**/*.embedded.test.ts', stalls, unhindered, ...exclude],
    globalSetup: ['packages/e2e/src/global-setup-production.ts'],
  },
});

const alone = (retry: number) => ({
  extends: true as const,
  test: {
    name: 'end to end, one at a time',
    retry,
    include: [unhindered],
    globalSetup: ['packages/e2e/src/global-setup-production.ts'],
    sequence: { groupOrder: 1 },
  },
});

const isLong = ({ tags }: TestCase): boolean => tags.includes('long');

/**
 * `quick`: all but tests tagged `long`, with little of production mode; `long`: the tagged ones, without production
 * mode; `production`: the rest of production mode.
 */
export type Part = 'quick' | 'long' | 'production';

export function testsOf(part: Part) {
  const isQuick = part === 'quick';
  // A test of real processes may fail on a busy machine, so it is tried again and named at the end.
  const retry = isQuick ? 0 : 1;
  const notRun = [...missing, ...(isQuick ? [] : python), ...notGiven(environment)];
  const left = { quick: isLong, long: (test: TestCase) => !isLong(test), production: undefined }[part];
  const alike = [packages, embedded(retry)];
  const inProduction =
    missing.length > 0 ? [] : [production([endToEnd], retry, [...smoke, ...withoutStores]), alone(retry)];
  const withSmoke = [...alike, ...(missing.length > 0 ? [] : [production(smoke, retry)])];
  return defineConfig({
    test: {
      reporters: [
        'default',
        new ConformanceTable(),
        new ClosingLine(notRun, left && { isLeft: left, to: isQuick ? 'npm run test:all' : 'npm test' }),
      ],
      tags: [{ name: 'long', description: 'Takes long, and seldom fails for a change that the others let through.' }],
      ...(part === 'production' ? {} : { tagsFilter: [isQuick ? '!long' : 'long'] }),
      // Each worker may run an engine of its own; more than two cores are worth it, since much is waiting.
      maxWorkers: 3,
      // Modules keep no state of a test, so each is loaded once.
      isolate: false,
      // This ends tests that hang; tests that wait have deadlines of their own.
      testTimeout: 120_000,
      // A busy machine may let a process stand still for seconds.
      expect: { poll: { timeout: 20_000 } },
      hookTimeout: 300_000,
      projects: { quick: withSmoke, long: alike, production: inProduction }[part],
    },
  });
}
