/** @module-tag long */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../infra/run.js';
import { useOwnServices } from '../../own-service.js';

/** A client made from the document by a foreign generator. `tools/engines.ts` reports where there is no Python. */

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const root = here('../../../../../');
/** The folder is kept from run to run, since it takes half a minute to make. */
const python = join(root, 'node_modules/.cache/hippocamp/python');
// biome-ignore lint/style/noProcessEnv: pip is told by its environment where packages come from
const given = process.env;
const env = { ...given, PATH: [join(python, 'bin'), given.PATH].join(delimiter) };

let folder: string;
let isReady = false;
const doing = async (command: readonly string[]): Promise<string> => {
  const { code, output } = await run(command, { cwd: folder, env });
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`);
  return output;
};

/** Packages may be out of reach without a network; with REQUIRE_ENGINES=1 that is a failure. */
const isSetUp = async () => {
  const { code, output } = await run([here('set-up.sh'), python], { cwd: root, env });
  if (code === 0) return true;
  if (given.REQUIRE_ENGINES === '1') throw new Error(output);
  process.stderr.write(`Not run for want of Python packages: the client that is made of /openapi.json.\n${output}`);
  return false;
};

describe('a Python client that is made of /openapi.json', () => {
  const { start } = useOwnServices();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hippocamp-python-'));
    isReady = await isSetUp();
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is made without a warning, and creates, ingests, finds, builds a context and understands errors', async ({
    skip,
  }) => {
    skip(!isReady, 'pip found no packages');
    const { url } = await start();
    await writeFile(join(folder, 'openapi.json'), await (await fetch(`${url}/openapi.json`)).text());
    const options = ['--config', here('generator.yaml'), '--meta', 'none', '--overwrite', '--fail-on-warning'];
    const files = ['--path', 'openapi.json', '--output-path', 'hippocamp_client'];
    await doing(['openapi-python-client', 'generate', ...files, ...options]);
    await cp(here('try_client.py'), join(folder, 'try_client.py'));
    expect(await doing(['python', 'try_client.py', url, 'acme'])).toBe('done\n');
  });
});
