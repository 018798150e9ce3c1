import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Servers } from '@hippocamp/runtime/testing/servers';
import type { TestProject } from 'vitest/node';
import { type Program, startServiceProcess } from './service-process.js';

/** What a suite needs to make a place of its own. */
export type Stores =
  | {
      mode: 'embedded';
      /** A data folder, made and closed: copied, it saves a suite the making of a database. */
      templateFolder: string;
    }
  | { mode: 'production'; servers: Omit<Servers, 'stop'> };

declare module 'vitest' {
  interface ProvidedContext {
    stores: Stores;
    /** A gateway that all suites share; each test takes a tenant of its own. */
    gatewayUrl: string;
    /** The process that works for it: the same one in embedded mode. */
    workerUrl: string;
    /** What that gateway has written so far, see `gateway-log.ts`. */
    gatewayLog: string;
  }
}

/** Short, since tests wait for them; an import of some hundred lines takes as long as the half of it on a busy machine. */
const gatewaySettings = { HEADERS_TIMEOUT_SECONDS: '2', REQUEST_TIMEOUT_SECONDS: '10' };

const failuresOf = (output: string) => output.split('\n').filter((line) => line.includes('"problem":"internal"'));

/** Starts the service that all suites share. Answers how to stop it; that fails when it ever failed. */
export async function startSharedService(
  project: TestProject,
  { folder, settings, programs }: { folder: string; settings: Record<string, string>; programs: readonly Program[] },
): Promise<() => Promise<void>> {
  const log = join(folder, 'shared.log');
  const note = (line: string) => appendFileSync(log, `${line}\n`);
  const processes = await Promise.all(
    programs.map((program) => startServiceProcess(program, { ...settings, ...gatewaySettings }, note)),
  );
  const [gateway, worker = gateway] = processes;
  if (!gateway || !worker) throw new Error('there is no gateway among the programs');
  project.provide('gatewayUrl', gateway.url);
  project.provide('workerUrl', worker.url);
  project.provide('gatewayLog', log);
  return async () => {
    await Promise.all(processes.map((process) => process.kill('SIGTERM')));
    // Whatever a suite looked at: the service must never have failed.
    const failures = processes.flatMap((process) => failuresOf(process.output()));
    const first = failures.slice(0, 5).join('\n');
    if (failures.length > 0) throw new Error(`the shared service failed ${failures.length} times:\n${first}`);
  };
}
