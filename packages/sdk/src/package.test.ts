import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { publint } from 'publint';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
const target = mkdtempSync(join(tmpdir(), 'sdk-'));
afterAll(() => rmSync(target, { recursive: true }));

const tsc = (cwd: string) => {
  const program = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));
  return promisify(execFile)(program, ['-p', '.'], { cwd }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
};

describe('the package', () => {
  let packed: string;
  let files: string[];
  beforeAll(() => {
    const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [made] = JSON.parse(output) as { filename: string; files: { path: string }[] }[];
    files = made?.files.map(({ path }) => path) ?? [];
    packed = join(target, made?.filename ?? '');
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
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(packed)).buffer },
      strict: true,
    });
    expect(messages).toEqual([]);
  });

  it.each([
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ])('has types that resolve wherever ES modules are: $moduleResolution', async (resolution) => {
    const own = mkdtempSync(join(target, 'consumer-'));
    const installed = join(own, 'node_modules/@hippocamp/sdk');
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['-xzf', packed, '-C', installed, '--strip-components=1']);
    const compilerOptions = { ...resolution, strict: true, noEmit: true, lib: ['es2022', 'dom'], types: [] };
    writeFileSync(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.mts'] }));
    writeFileSync(
      join(own, 'consumer.mts'),
      `import { createHippocamp } from '@hippocamp/sdk';
      const client = createHippocamp({ baseUrl: 'http://here', tenant: 'acme' });
      export const score: number | undefined = (await client.memories.query({ text: 'tea' })).results[0]?.score;
      // @ts-expect-error: types that did not resolve would let anything through.
      client.memories.query({ text: 1 });`,
    );
    expect(await tsc(own)).toBe('');
  });
});

/** Pages, workers and every server runtime have these. */
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
    // The bundle would be many times larger with zod and the schemas.
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
