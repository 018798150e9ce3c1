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
/** Measures how long others wait, so it runs when nothing else does: `npm run test:stalls`. */
const stalls = 'packages/e2e/src/stalls.test.ts';
/** Promises within how many seconds a backlog is gone, which says nothing where other tests have the cores: after all others. */
const unhindered = 'packages/e2e/src/faults/stores-lost.production.test.ts';
/** Every operation, and that tenants stay apart; the rules of HTTP are the same in both modes, and one of them proves these. */
const smoke = ['packages/e2e/src/conformance/*.test.ts', 'packages/e2e/src/tenancy.test.ts'];
/** The rules of HTTP, and the shell: no store has a part in them, so one mode proves them. */
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

/** `quick`: nothing that is tagged `long`, and little of the production mode; `long`: what that leaves but for the production mode; `production`: what it leaves of that. */
export type Part = 'quick' | 'long' | 'production';

export function testsOf(part: Part) {
  const isQuick = part === 'quick';
  // Thousands of tests of real processes on a machine that they keep busy: one that fails by that is tried again, and named at the end.
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
      // Few: each of them may run an engine of its own. More than two cores: much of it is waiting.
      maxWorkers: 3,
      // Modules keep nothing of a test: each is loaded once, and not for each file.
      isolate: false,
      // For what hangs: tests that wait have deadlines of their own, and a busy machine may take its time.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      projects: { quick: withSmoke, long: alike, production: inProduction }[part],
    },
  });
}
