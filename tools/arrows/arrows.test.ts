import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import rules from '../../.dependency-cruiser.mjs';
import { cruiseArrows } from './cruise.mjs';

/** Each row breaks one arrow: a file, its import, and the rule that refuses it. */
const broken: [file: string, imported: string, rule: string][] = [
  ['packages/shared/src/a.ts', '../../core/src/end.js', 'shared-reaches-too-far'],
  ['packages/shared/src/b.ts', 'node:fs', 'shared-does-no-io'],
  ['packages/core/src/a.ts', '../../language/src/end.js', 'core-reaches-too-far'],
  ['packages/core/src/b.ts', '../../db/src/end.js', 'core-reaches-too-far'],
  ['packages/core/src/c.ts', 'product', 'core-knows-no-product'],
  ['packages/language/src/a.ts', '../../core/src/end.js', 'language-reaches-too-far'],
  ['packages/language/src/b.ts', '../../adapters/src/one/end.js', 'language-reaches-too-far'],
  ['packages/language/src/c.ts', 'node:fs', 'language-does-no-io'],
  ['packages/language/src/segment/a.ts', '../judge/end.js', 'segment-knows-no-judge'],
  ['packages/models/src/a.ts', '../../shared/src/end.js', 'models-reaches-too-far'],
  ['packages/sdk/src/a.test.ts', '../../core/src/end.js', 'sdk-reaches-too-far'],
  ['packages/sdk/src/b.ts', 'node:fs', 'sdk-stands-alone'],
  ['packages/sdk/src/c.ts', '../../shared/src/end.js', 'sdk-stands-alone'],
  ['packages/db/src/a.ts', '../../language/src/end.js', 'db-reaches-too-far'],
  ['packages/adapters/src/one/a.ts', '../../../language/src/end.js', 'adapters-reaches-too-far'],
  ['packages/adapters/src/one/b.ts', '../two/end.js', 'adapters-keep-apart'],
  ['packages/runtime/src/a.ts', '../../../apps/gateway/src/end.js', 'runtime-reaches-too-far'],
  ['apps/gateway/src/a.ts', '../../../packages/language/src/end.js', 'gateway-reaches-too-far'],
  ['packages/tools/src/a.ts', '../../runtime/src/end.js', 'tools-reaches-too-far'],
  ['apps/mcp/src/a.ts', '../../../packages/core/src/end.js', 'mcp-reaches-too-far'],
  ['apps/shell/src/a.ts', '../../../packages/core/src/end.js', 'shell-reaches-too-far'],
  ['apps/worker/src/a.ts', '../../../packages/db/src/end.js', 'worker-reaches-too-far'],
  ['apps/demo/src/a.ts', '../../../packages/runtime/src/end.js', 'demo-reaches-too-far'],
  ['packages/e2e/src/a.ts', '../../core/src/end.js', 'e2e-reaches-too-far'],
  ['packages/bench/src/a.ts', '../../core/src/end.js', 'bench-reaches-too-far'],
  ['packages/bench/src/setups/a.ts', '../../../db/src/end.js', 'bench-setups-reach-too-far'],
  ['packages/runtime/src/b.ts', './c.test.js', 'no-tests-in-products'],
  ['packages/runtime/src/c.test.ts', './missing.js', 'resolvable'],
  ['packages/runtime/src/d.ts', './e.js', 'no-cycles'],
];

const kept: [file: string, imported: string][] = [
  ['packages/core/src/k.ts', '../../shared/src/end.js'],
  ['packages/sdk/src/k.test.ts', '../../shared/src/end.js'],
  ['packages/language/src/k.ts', '../../shared/src/end.js'],
  ['packages/language/src/judge/k.ts', './end.js'],
  ['packages/runtime/src/k.ts', '../../language/src/end.js'],
  ['packages/adapters/src/one/k.ts', '../building/end.js'],
  ['packages/adapters/src/one/n.ts', '../http/end.js'],
  ['packages/adapters/src/one/m.ts', '../../../models/src/end.js'],
  ['packages/bench/src/setups/k.ts', '../../../core/src/end.js'],
  ['apps/shell/src/k.ts', '../../gateway/src/end.js'],
];

/** No file of these imports itself by way of others. */
const circles: [file: string, imported: string][] = [
  ['packages/core/src/modules/one/a.ts', '../two/b.js'],
  ['packages/core/src/modules/two/a.ts', '../one/b.js'],
  ['packages/core/src/modules/three/a.ts', '../../end.js'],
  ['packages/core/src/modules/three/a.test.ts', '../four/a.js'],
  ['packages/core/src/modules/four/a.ts', '../three/a.js'],
];

const root = mkdtempSync(join(tmpdir(), 'arrows-'));

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

const ends = [
  'shared',
  'core',
  'language',
  'language/src/judge',
  'models',
  'db',
  'runtime',
  'adapters/src/one',
  'adapters/src/two',
  'adapters/src/building',
  'adapters/src/http',
  'gateway',
];
const endOf = (place: string) =>
  place === 'gateway' ? 'apps/gateway/src/end.ts' : `packages/${place.includes('/') ? place : `${place}/src`}/end.ts`;

let found: { rule: string; from: string }[] = [];

beforeAll(async () => {
  for (const end of ends) write(endOf(end), 'export const end = 1;\n');
  write('node_modules/product/package.json', '{"name":"product","version":"1.0.0","type":"module","main":"index.js"}');
  write('node_modules/product/index.js', 'export const end = 1;\n');
  for (const name of ['one', 'two']) write(`packages/core/src/modules/${name}/b.ts`, 'export const end = 1;\n');
  write('packages/runtime/src/e.ts', "import './d.js';\n");
  for (const [file, imported] of circles) write(file, `import '${imported}';\n`);
  for (const [file, imported] of [...broken, ...kept]) write(file, `import '${imported}';\n`);
  found = (await cruiseArrows(root, ['packages', 'apps'])).broken;
});

afterAll(() => rmSync(root, { recursive: true }));

describe('modules in a circle', () => {
  const circle = (names: readonly string[]) =>
    names.map((name) => ({ rule: 'no-cycles-of-modules', from: `packages/core/src/modules/${name}` }));

  it('are found where no files are in one', () => {
    expect(found).toEqual(expect.arrayContaining(circle(['one', 'two']).map((each) => expect.objectContaining(each))));
    expect(found.map(({ rule }) => rule).filter((rule) => rule === 'no-cycles')).toHaveLength(1);
  });

  it('are not those that only tests join', () => {
    expect(found).not.toContainEqual(expect.objectContaining({ from: 'packages/core/src/modules/three' }));
  });
});

describe('an arrow that is broken', () => {
  it.each(broken)('%s → %s is %s', (file, _imported, rule) => {
    expect(found).toContainEqual(expect.objectContaining({ rule, from: file }));
  });
});

it('every arrow has a case that breaks it', () => {
  const names = rules.forbidden.map(({ name }) => name);
  expect(new Set(broken.map(([, , rule]) => rule))).toEqual(new Set(names));
});

it('arrows that are there are no violations', () => {
  const files = new Set(kept.map(([file]) => file));
  expect(found.filter(({ from }) => files.has(from))).toEqual([]);
});
