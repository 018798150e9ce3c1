import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What is published, as `npm pack` makes it of the build. */

const folder = fileURLToPath(new URL('..', import.meta.url));
const target = mkdtempSync(join(tmpdir(), 'sdk-'));
afterAll(() => rmSync(target, { recursive: true }));

describe('the package', () => {
  let tarball: Uint8Array<ArrayBuffer>;
  let files: string[];
  beforeAll(() => {
    const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [packed] = JSON.parse(output) as { filename: string; files: { path: string }[] }[];
    files = packed?.files.map(({ path }) => path) ?? [];
    tarball = new Uint8Array(readFileSync(join(target, packed?.filename ?? '')));
  });

  it('holds what it needs to run, its types, its page and its licence, and no tests', () => {
    const wanted = ['README.md', 'LICENSE', 'package.json', 'dist/index.js', 'dist/index.d.ts'];
    expect(files).toEqual(expect.arrayContaining(wanted));
    expect(files.filter((path) => /\.test\.|testing|tsbuildinfo|^src/.test(path))).toEqual([]);
  });

  it('needs no other package', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
  });

  it('has nothing that publint complains of', async () => {
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  it('has types that resolve wherever ES modules are', async () => {
    const result = await checkPackage(createPackageFromTarballData(tarball));
    if (!result.types) throw new Error('it has no types');
    // There is no CommonJS of it, and what knows no `exports` knows no ES modules: as with `--profile esm-only`.
    const left = ['node10', 'node16-cjs'];
    const problems = result.problems.filter(
      (found) => !('resolutionKind' in found && left.includes(found.resolutionKind)),
    );
    expect(problems).toEqual([]);
  });
});

/** What stands in a page, in workers and in every server runtime. */
const ofTheWeb = {
  fetch: () => Promise.reject(new Error('each test brings its own')),
  AbortController,
  Headers,
  Response,
  TextDecoder,
  TextEncoder,
  crypto,
  setTimeout,
  clearTimeout,
};

describe('in a browser', () => {
  it('it runs without anything of Node, and takes little', async () => {
    const made = await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        lib: { entry: join(folder, 'dist/index.js'), formats: ['iife'], name: 'sdk' },
      },
    });
    const [{ output }] = made as [Rolldown.RolldownOutput];
    const { code } = output[0];
    expect(code).not.toMatch(/node:|__vite-browser-external|\brequire\(/);
    // With zod and the schemas it would be many times that.
    expect(code.length).toBeLessThan(50_000);
    const sent: string[] = [];
    const fetch = async (url: string, init: { headers: Record<string, string> }) => {
      sent.push(`${url} ${init.headers['idempotency-key']?.length}`);
      return new Response('{"data":{"id":"m1"}}', { status: 201, headers: { 'content-type': 'application/json' } });
    };
    const context = createContext({ ...ofTheWeb, fetch });
    const script = `${code};
      const client = sdk.createHippocamp({ baseUrl: 'http://here', tenant: 'acme' });
      client.memories.create({ tier: 'semantic', content: 'Tea.' })`;
    expect(await runInContext(script, context)).toEqual({ id: 'm1' });
    expect(sent).toEqual(['http://here/memories 32']);
  });
});
