import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cruiseArrows } from './cruise.mjs';

const fixture = fileURLToPath(new URL('./fixture', import.meta.url));

describe('the arrows', () => {
  it('are broken by each module that reaches too far, and by no other', async () => {
    const { broken, modules } = await cruiseArrows(fixture, ['packages', 'apps']);
    const [core, adapters] = ['packages/core/src', 'packages/adapters/src'];
    expect(broken.map(({ rule, from }) => `${rule}: ${from}`).sort()).toEqual([
      `adapters-keep-apart: ${adapters}/qdrant/reaches-bullmq.ts`,
      `core-knows-no-product: ${core}/uses-express.ts`,
      `core-reaches-too-far: ${core}/reaches-adapters.ts`,
      'db-reaches-too-far: packages/db/src/reaches-adapters.ts',
      'gateway-reaches-too-far: apps/gateway/src/reaches-adapters.ts',
      `no-cycles: ${core}/first-of-two.ts`,
      `no-tests-in-products: ${core}/uses-testing.ts`,
      `resolvable: ${core}/finds-nothing.ts`,
      'shared-does-no-io: packages/shared/src/reads-files.ts',
      'shared-reaches-too-far: packages/shared/src/reaches-core.ts',
    ]);
    expect(modules).toContain(`${core}/nothing.ts`);
  });
});
