import { defineConfig } from 'vitest/config';
import { ClosingLine } from './tools/closing-line.js';

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLine()],
    // Two at once: each of them may run an engine of its own.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts'],
          exclude: ['packages/e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'end to end',
          include: ['packages/e2e/src/**/*.test.ts'],
          globalSetup: ['packages/e2e/src/global-setup.ts'],
        },
      },
    ],
  },
});
