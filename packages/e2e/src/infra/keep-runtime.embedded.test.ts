import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './compose-file.js';
import { run } from './run.js';

const script = fileURLToPath(new URL('infra/images/keep-runtime.sh', root));
const own = join(process.platform, process.arch);
const foreign = ['win32/x64', 'plan9/arm64', `${process.platform}/mips`];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hippocamp-runtime-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const install = async (platforms: readonly string[], main = 'module.exports = {};') => {
  const binaries = join(folder, 'from/onnxruntime-node/bin/napi-v6');
  for (const platform of platforms) {
    await mkdir(join(binaries, platform), { recursive: true });
    await writeFile(join(binaries, platform, 'onnxruntime_binding.node'), '');
  }
  await writeFile(join(folder, 'from/onnxruntime-node/index.js'), main);
  for (const name of ['from/onnxruntime-common', 'to']) await mkdir(join(folder, name));
};

const keep = () =>
  // biome-ignore lint/style/noProcessEnv: where node is
  run([script, join(folder, 'from'), join(folder, 'to')], { cwd: folder, env: { PATH: process.env.PATH } });

describe('the runtime of the model that ships', () => {
  it('is kept in an image for its own platform alone', async () => {
    await install([own, ...foreign]);
    expect(await keep()).toEqual({ code: 0, output: '' });
    expect(await readdir(join(folder, 'to'))).toEqual(['onnxruntime-common', 'onnxruntime-node']);
    const binaries = join(folder, 'to/onnxruntime-node/bin/napi-v6');
    expect(await readdir(binaries)).toEqual([process.platform]);
    expect(await readdir(join(binaries, process.platform))).toEqual([process.arch]);
  });

  it('must be there for an image to be made', async () => {
    await install(foreign);
    const { code, output } = await keep();
    expect(code).toBe(1);
    expect(output).toContain(`No runtime for ${own} in`);
  });

  it('must load for an image to be made', async () => {
    await install([own], "throw new Error('version `GLIBC_2.28` not found');");
    const { code, output } = await keep();
    expect(code).toBe(1);
    expect(output).toContain('GLIBC_2.28');
  });
});
