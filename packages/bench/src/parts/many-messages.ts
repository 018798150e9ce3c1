import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createClient, expectSuccess } from '../measure/client.js';
import { clientOf } from '../measure/client-of.js';
import type { EmbedderName } from '../options.js';
import { startGateway } from '../processes/gateway.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import { waitForVectors } from '../processes/vectors.js';
import type { Progress } from '../report/progress.js';
import { manySessions } from '../whole-way/multiply.js';
import type { Session, Talk } from '../whole-way/talks.js';
import { bodiesOf } from '../whole-way/telling.js';

export interface Many {
  told: string;
  messages: number;
  memories: number;
  /** Bytes of the whole database, and of its largest tables with their indexes. */
  bytes: number;
  tables: { name: string; bytes: number }[];
  queries: number[];
  seconds: number;
}

const TENANT = 'many-messages';
const ROUNDS = 3;
const TABLES = 5;

const ownerOf = (copy: number): string => `00000000-0000-4000-8000-${String(copy).padStart(12, '0')}`;

async function tell(url: string, sessions: readonly Session[], messages: number, progress: Progress): Promise<void> {
  const client = createClient(url);
  let sent = 0;
  for (const { copy, session } of manySessions(sessions, messages)) {
    for (const body of bodiesOf(session)) {
      const given = JSON.stringify({ ...body, ownerEntityId: ownerOf(copy) });
      expectSuccess(await client.post('/ingest', TENANT, given));
      sent += body.messages.length;
      progress.update(`${sent} of ${messages} messages`);
    }
  }
  client.close();
}

async function ask(url: string, questions: readonly string[]): Promise<number[]> {
  const client = createClient(url);
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const text of questions) {
      const { milliseconds } = expectSuccess(
        await client.post('/memories/query', TENANT, JSON.stringify({ text, k: 10 })),
      );
      // The first round embeds the questions, whose vectors are cached after that.
      if (round > 0) times.push(milliseconds);
    }
  }
  client.close();
  return times;
}

/** The gateway must have left the folder. */
async function sizesIn(folder: string): Promise<Pick<Many, 'bytes' | 'tables'>> {
  const database = await PGlite.create({ dataDir: join(folder, 'database') });
  try {
    const { rows: whole } = await database.query<{ bytes: number }>(
      'select pg_database_size(current_database())::float8 as bytes',
    );
    const { rows: tables } = await database.query<{ name: string; bytes: number }>(
      `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
       where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       order by 2 desc limit ${TABLES}`,
    );
    // PGlite would create an empty database where there is none.
    if (tables.length === 0) throw new Error(`${folder} has no tables of the service`);
    return { bytes: whole[0]?.bytes ?? Number.NaN, tables };
  } finally {
    await database.close();
  }
}

interface Telling {
  told: string;
  sessions: readonly Session[];
  questions: readonly string[];
  messages: number;
}

async function measureOne(
  { told, sessions, questions, messages }: Telling,
  embedder: EmbedderName,
  progress: Progress,
): Promise<Many> {
  progress.say(`whole-way: ${messages} messages, ${told}`);
  const folder = temporaryFolder();
  const gateway = await startGateway(folder, embedder);
  const memory = clientOf(gateway.url);
  const measured = { memories: 0, queries: [] as number[], seconds: 0 };
  try {
    const start = performance.now();
    await tell(gateway.url, sessions, messages, progress);
    await waitForVectors(memory, ({ vectors }) => progress.update(`${vectors} memories wait for their vectors`));
    measured.seconds = (performance.now() - start) / 1000;
    measured.memories = (await memory.forTenant(TENANT).memories.stats()).total;
    measured.queries = await ask(gateway.url, questions);
  } finally {
    await gateway.stop();
  }
  return { told, messages, ...measured, ...(await sizesIn(folder)) };
}

const withoutAssistant = (sessions: readonly Session[]): Session[] =>
  sessions
    .map((session) => ({ ...session, turns: session.turns.filter(({ role }) => role !== 'assistant') }))
    .filter(({ turns }) => turns.length > 0);

export async function measureMany(
  results: Many[],
  talks: readonly Talk[],
  { embedder, messages }: { embedder: EmbedderName; messages: number },
  progress: Progress,
): Promise<void> {
  const sessions = talks.flatMap((talk) => talk.sessions);
  const questions = talks.flatMap((talk) => talk.questions.map(({ question }) => question));
  const tellings = [
    { told: "an assistant's among them", sessions },
    { told: 'without an assistant', sessions: withoutAssistant(sessions) },
  ];
  for (const telling of tellings) {
    results.push(await measureOne({ ...telling, questions, messages }, embedder, progress));
  }
}
