import { setFlagsFromString } from 'node:v8';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import { safeText } from '@hippocamp/shared/text/cleaned';

export interface Program {
  log: Log;
  stop(): Promise<void>;
}

const isListening = (
  error: unknown,
): error is NodeJS.ErrnoException & { address: string; port: number; setting?: string } =>
  error instanceof Error && 'syscall' in error && error.syscall === 'listen';

const explainListening = (
  { code, address, port }: { code?: string | undefined; address: string; port: number },
  portSetting: string,
) =>
  code === 'EADDRINUSE'
    ? `Port ${port} is in use. Set ${portSetting} to another, or stop what listens there.`
    : `It cannot listen on ${address} port ${port} (${code}). Set HOST and ${portSetting} to an address of this machine and a port that it may use.`;

const explain = (error: unknown, portSetting: string): string => {
  if (isListening(error)) return explainListening(error, error.setting ?? portSetting);
  return error instanceof Error ? error.message : String(error);
};

/** Returns the exit code. A failed stop is logged; its work is done at the next start. */
export async function stopProgram({ log, stop }: Program, signal: string): Promise<0 | 1> {
  log.info({ signal }, 'stopping');
  try {
    await stop();
  } catch (error) {
    log.error({ signal, ...withoutText(error) }, 'stopped, but not in order');
    return 1;
  }
  log.info({}, 'stopped');
  return 0;
}

/**
 * V8 lets garbage grow to several times what lives before it collects, so a flood of large answers held 200 MB that
 * nobody used. It collects now once the heap has grown by half.
 */
const collectSooner = () => setFlagsFromString('--heap-growing-percent=50');

/**
 * Node would end the process, and with it the requests of all tenants, for one promise whose failure nobody awaits.
 * Whoever awaits the rest of that work has been told. An exception that nobody catches still ends it.
 */
const outliveUnhandled = (log: Log) =>
  process.on('unhandledRejection', (error) => log.error(withoutText(error), 'a failure that nobody waited for'));

/** A second signal, or one during the start, ends the program at once. */
export function runProgram(portSetting: string, start: () => Promise<Program>): void {
  collectSooner();
  const run = async () => {
    let program: Program | undefined;
    let stopping = false;
    const end = async (signal: string) => {
      if (!program || stopping) process.exit(1);
      stopping = true;
      process.exit(await stopProgram(program, signal));
    };
    // Registered before the start, since a supervisor may stop it as soon as it listens.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal));
    program = await start();
    outliveUnhandled(program.log);
  };
  run().catch((error: unknown) => {
    process.stderr.write(`Hippocamp did not start: ${safeText(explain(error, portSetting))}\n`);
    process.exit(1);
  });
}

/** Ends with exit code 1 and one sentence where the work fails, else with `process.exitCode`. */
export function runOnceOnly(work: () => Promise<void>): void {
  work().then(
    () => process.exit(),
    (error: unknown) => {
      // An error may name what is stored.
      process.stderr.write(`${safeText(error instanceof Error ? error.message : String(error))}\n`);
      process.exit(1);
    },
  );
}
