import { createAllDeadLetters } from '@hippocamp/core/modules/dead-letters/all-dead-letters';
import type { TenantDeadLetter } from '@hippocamp/core/ports/records';
import { systemClock as clock } from './clock-and-ids.js';
import { readDeadLetterOrder } from './dead-letter-choice.js';
import { openPostgresRecords } from './engines/postgres.js';
import { createLogger } from './logger.js';
import { type Settings, SettingsError } from './settings.js';

const HEAD = ['tenant', 'kind', 'ref', 'since', 'attempts', 'reason'].join('\t');

const line = ({ tenant, kind, ref, deadAt, attempts, error }: TenantDeadLetter) =>
  [tenant, kind, ref, deadAt.toISOString(), attempts, (error ?? '').replace(/\s+/g, ' ')].join('\t');

/** Lists the dead letters of all tenants, tries them again or removes them, as the arguments say. Needs PostgreSQL alone. */
export async function treatDeadLetters(
  { engines, logLevel }: Settings,
  given: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const { action, which } = readDeadLetterOrder(given);
  if (engines.mode === 'embedded') {
    throw new SettingsError(
      'The embedded database is the gateway’s alone: ask it for the dead letters of a tenant, GET /admin/dead-letters. Set DATABASE_URL, QDRANT_URL and REDIS_URL to look into a server.',
    );
  }
  const { records, close } = await openPostgresRecords(engines.database, createLogger(logLevel));
  try {
    const letters = createAllDeadLetters({ records, clock });
    if (action === 'retry') return say(`Tried again: ${await letters.retry(which)}.`);
    if (action === 'discard') return say(`Removed: ${await letters.discard(which)}.`);
    say(HEAD);
    for await (const letter of letters.list(which)) say(line(letter));
  } finally {
    await close();
  }
}
