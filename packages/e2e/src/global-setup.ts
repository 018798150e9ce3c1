import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startGatewayProcess } from './gateway-process.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A gateway that all suites share; each test takes a tenant of its own. */
    gatewayUrl: string;
    /** What that gateway has written so far, see `gateway-log.ts`. */
    gatewayLog: string;
    /** A data folder, made and closed: copied, it saves a suite the making of a database. */
    templateFolder: string;
  }
}

let undo: () => Promise<void> = async () => undefined;

export async function setup(project: TestProject): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'hippocamp-e2e-'));
  const templateFolder = join(root, 'template');
  const first = await startGatewayProcess({ folder: templateFolder });
  await first.kill('SIGTERM');
  const log = join(root, 'shared.log');
  const shared = await startGatewayProcess({
    folder: join(root, 'shared'),
    onLine: (line) => appendFileSync(log, `${line}\n`),
    settings: { HEADERS_TIMEOUT_SECONDS: '2', REQUEST_TIMEOUT_SECONDS: '3' },
  });
  project.provide('gatewayUrl', shared.url);
  project.provide('gatewayLog', log);
  project.provide('templateFolder', templateFolder);
  undo = async () => {
    await shared.kill('SIGTERM');
    const faults = shared
      .output()
      .split('\n')
      .filter((line) => line.includes('"problem":"internal"'));
    await rm(root, { recursive: true, force: true });
    // Whatever a suite looked at: the service must never have failed.
    const first = faults.slice(0, 5).join('\n');
    if (faults.length > 0) throw new Error(`the shared gateway failed ${faults.length} times:\n${first}`);
  };
}

export const teardown = () => undo();
