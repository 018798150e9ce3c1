import { createService } from '@hippocamp/runtime/service';
import { readSettings, SettingsError } from '@hippocamp/runtime/settings';
import { startGateway } from './server.js';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function start(): Promise<void> {
  const settings = readSettings();
  const service = await createService(settings);
  const gateway = await startGateway(service, settings).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  service.log.info({ url: gateway.url, ...service.about }, 'listening');
  if (process.stdout.isTTY) {
    say(`\n  Hippocamp ${service.version} listens on ${gateway.url}  (read ${gateway.url}/docs)`);
    for (const [part, what] of Object.entries(service.about)) say(`  ${part.padEnd(11)} ${what}`);
    say('  Ctrl-C stops it.\n');
  }

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    service.log.info({ signal }, 'stopping');
    await gateway.close(settings.stopTimeout);
    await service.close();
    service.log.info({}, 'stopped');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
}

const isListening = (error: unknown): error is NodeJS.ErrnoException & { address: string; port: number } =>
  error instanceof Error && 'syscall' in error && error.syscall === 'listen';

const explainListening = ({ code, address, port }: { code?: string | undefined; address: string; port: number }) =>
  code === 'EADDRINUSE'
    ? `Port ${port} is in use. Set PORT to another, or stop what listens there.`
    : `It cannot listen on ${address} port ${port} (${code}). Set HOST and PORT to an address of this machine and a port that it may use.`;

const explain = (error: unknown): string => {
  if (isListening(error)) return explainListening(error);
  if (error instanceof SettingsError) return error.message;
  return error instanceof Error ? error.message : String(error);
};

start().catch((error: unknown) => {
  process.stderr.write(`Hippocamp did not start: ${explain(error)}\n`);
  process.exit(1);
});
