import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Servers } from '@hippocamp/runtime/testing/servers';
import type { TestProject } from 'vitest/node';
import { patient } from './patience.js';
import { type Program, startServiceProcess } from './service-process.js';

export type Stores =
  | {
      mode: 'embedded';
      /** A closed data folder; copying it saves the making of a database. */
      templateFolder: string;
    }
  | { mode: 'production'; servers: Omit<Servers, 'stop'> };

declare module 'vitest' {
  interface ProvidedContext {
    stores: Stores;
    /** A gateway that all suites share; each test takes a tenant of its own. */
    gatewayUrl: string;
    workerUrl: string;
    /** The path of a file with all lines of the service; `gateway-log.ts` reads it. */
    gatewayLog: string;
  }
}

const gatewaySettings = {
  // Short, since tests wait for them, but on a busy machine an import of some hundred lines takes five seconds.
  HEADERS_TIMEOUT_SECONDS: '2',
  REQUEST_TIMEOUT_SECONDS: '10',
  // A test sends a hundred requests at once, and where a store stands still they would count as too many.
  SHED_LOOP_DELAY_MS: '0',
};

const failuresOf = (output: string) => output.split('\n').filter((line) => line.includes('"problem":"internal"'));

/** Starts the service that all suites share. The returned function stops it, and throws when it ever failed. */
export async function startSharedService(
  project: TestProject,
  { folder, settings, programs }: { folder: string; settings: Record<string, string>; programs: readonly Program[] },
): Promise<() => Promise<void>> {
  const log = join(folder, 'shared.log');
  const note = (line: string) => appendFileSync(log, `${line}\n`);
  const processes = await Promise.all(
    programs.map((program) =>
      startServiceProcess(program, { ...patient(settings), ...gatewaySettings }, { onLine: note, arguments: [] }),
    ),
  );
  const [gateway, worker = gateway] = processes;
  if (!gateway || !worker) throw new Error('there is no gateway among the programs');
  project.provide('gatewayUrl', gateway.url);
  project.provide('workerUrl', worker.url);
  project.provide('gatewayLog', log);
  return async () => {
    await Promise.all(processes.map((process) => process.kill('SIGTERM')));
    // The service must never have failed, even where no test looked.
    const failures = processes.flatMap((process) => failuresOf(process.output()));
    const first = failures.slice(0, 5).join('\n');
    if (failures.length > 0) throw new Error(`the shared service failed ${failures.length} times:\n${first}`);
  };
}
