import { defineConfig } from 'vitest/config';
import { ClosingLine } from './tools/closing-line.js';
import { missingEngines } from './tools/engines.js';

// biome-ignore lint/style/noProcessEnv: which engines there are is for whoever runs the tests to say
const missing = missingEngines(process.env);
const modes = missing.length === 0 ? ['embedded', 'production'] : ['embedded'];

/** How long others wait while the service is attacked: alone on the machine, one mode after the other. */
export default defineConfig({
  test: {
    reporters: ['default', new ClosingLine(missing)],
    maxWorkers: 1,
    testTimeout: 420_000,
    hookTimeout: 120_000,
    projects: modes.map((mode, groupOrder) => ({
      extends: true as const,
      test: {
        name: `stalls, ${mode}`,
        include: ['packages/e2e/src/stalls.test.ts'],
        globalSetup: [`packages/e2e/src/global-setup-${mode}.ts`],
        sequence: { groupOrder },
      },
    })),
  },
});
