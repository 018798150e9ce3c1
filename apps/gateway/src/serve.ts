import type { Program } from '@hippocamp/runtime/program';
import { createService } from '@hippocamp/runtime/service';
import type { Settings } from '@hippocamp/runtime/settings';
import { openInside } from './inside/inside.js';
import { startGateway } from './server.js';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Starts the service with its doors, and says where it listens. */
export async function serve(settings: Settings): Promise<Program> {
  const service = await createService(settings);
  const inside = await openInside(service, settings);
  const gateway = await startGateway(service, settings, inside).catch(async (error: unknown) => {
    await inside.close(0);
    await service.close();
    throw error;
  });
  const { log, about, version } = service;
  log.info({ url: gateway.url, ...about }, 'listening');
  if (process.stdout.isTTY) {
    say(`\n  Hippocamp ${version} listens on ${gateway.url}  (read ${gateway.url}/docs)`);
    for (const [part, what] of Object.entries(about)) say(`  ${part.padEnd(11)} ${what}`);
    say('  Ctrl-C stops it.\n');
  }
  return {
    log,
    async stop() {
      service.retire();
      await gateway.drain(settings.drain);
      await gateway.close(settings.stopTimeout);
      await inside.close(settings.stopTimeout);
      await service.close();
    },
  };
}
