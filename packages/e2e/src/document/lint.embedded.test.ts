import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Ended, run } from '../infra/run.js';

/** Redocly's linter checks the document that the service answers; it asks nobody on the network. */

const linter = fileURLToPath(import.meta.resolve('@redocly/cli/package.json'));
const rules = fileURLToPath(new URL('../../src/document/redocly.yaml', import.meta.url));
// biome-ignore lint/style/noProcessEnv: a child needs the path of whoever runs it
const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'document-'));
});
afterAll(() => rm(folder, { recursive: true }));

const lint = async (text: string): Promise<Ended> => {
  const file = join(folder, 'openapi.json');
  await writeFile(file, text);
  const program = join(dirname(linter), 'bin/cli.js');
  return run([process.execPath, program, 'lint', '--config', rules, file], { cwd: folder, env });
};

const served = async () => (await fetch(`${inject('gatewayUrl')}/openapi.json`)).text();

describe('/openapi.json', () => {
  it('has nothing that a linter complains of', async () => {
    const { code, output } = await lint(await served());
    expect(output).toContain('Your API description is valid');
    expect(code).toBe(0);
  });

  it('would not pass with a tag that nothing describes, or an example that does not fit', async () => {
    const flawed = (await served())
      .replace('"tags":["recall"]', '"tags":["recalled"]')
      .replace('"accepted":', '"acceptet":');
    const { code, output } = await lint(flawed);
    expect(code).not.toBe(0);
    expect(output).toContain('operation-tag-defined');
    expect(output).toContain('no-invalid-media-type-examples');
  });

  it('has the licence and the version of the package', async () => {
    const { info } = JSON.parse(await served()) as { info: { version: string; license: { identifier: string } } };
    const manifest = JSON.parse(await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')) as object;
    expect(manifest).toMatchObject({ license: info.license.identifier, version: info.version });
  });
});
