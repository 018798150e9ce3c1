import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createProductionPlace } from '@hippocamp/runtime/testing/production-place';
import { startServers } from '@hippocamp/runtime/testing/servers';
import { version } from '@hippocamp/runtime/version';
import { createApi } from '../client.js';
import { type Program, type ServiceProcess, startServiceProcess } from '../service-process.js';
import { lasting } from './lasting.js';
import { type Expectations, type Mode, RELEASES } from './releases.js';
import { writeAged, writeKept } from './write-records.js';

/** The page beside the releases describes what this writes. */

const run = promisify(execFile);

const ageing = {
  ...lasting,
  SHORT_TERM_EXPIRY_SECONDS: '0.001',
  DISTIL_AGE_SECONDS: '0.001',
  ARCHIVE_AGE_SECONDS: '0.001',
  ARCHIVE_AFTER_DISTIL_SECONDS: '3600',
};

const keep = async (mode: Mode, file: string, bytes: Buffer) => {
  await mkdir(join(RELEASES, version, mode), { recursive: true });
  await writeFile(join(RELEASES, version, mode, file), bytes);
};

const keepText = (mode: Mode, file: string, text: string) => keep(mode, `${file}.gz`, gzipSync(text, { level: 9 }));

/** The engine keeps three nearly equal databases, so the window must reach from one to the next. */
const squeeze = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS } });

async function whileRunning<Result>(
  programs: readonly Program[],
  settings: Record<string, string>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const processes: ServiceProcess[] = [];
  try {
    for (const program of programs) processes.push(await startServiceProcess(program, settings));
    return await work(processes[0]?.url ?? '');
  } finally {
    for (const process of processes) await process.kill('SIGTERM');
  }
}

async function keepRecords(mode: Mode, programs: readonly Program[], place: Record<string, string>): Promise<void> {
  const aged = await whileRunning(programs, { ...place, ...ageing }, writeAged);
  await whileRunning(programs, { ...place, ...lasting }, async (url) => {
    const expectations: Expectations = { tenants: [await writeKept(url), aged] };
    await keepText(mode, 'expectations.json', JSON.stringify(expectations, null, 2));
    for (const { tenant } of expectations.tenants) {
      await keepText(mode, `${tenant}.ndjson`, (await createApi(url, tenant).get('/export')).text);
    }
  });
}

async function makeEmbedded(folder: string): Promise<void> {
  await keepRecords('embedded', ['gateway'], { HIPPOCAMP_DATA: join(folder, 'data') });
  await run('tar', ['-cf', join(folder, 'data.tar'), '-C', folder, 'data']);
  await keep('embedded', 'data.tar.br', squeeze(await readFile(join(folder, 'data.tar'))));
}

/** Newer versions of pg_dump write these commands, which older ones do not know. */
const withoutGuard = (sql: string) => sql.replaceAll(/^\\(un)?restrict .*\n/gm, '');

async function makeProduction(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: servers that are given have no other way in
  const { stop, ...servers } = await startServers(process.env);
  const place = await createProductionPlace(servers);
  try {
    await keepRecords('production', ['gateway', 'worker'], place.settings);
    const dump = ['--no-owner', '--no-privileges', '--inserts', '--dbname', String(place.settings.DATABASE_URL)];
    const { stdout } = await run('pg_dump', dump, { maxBuffer: 100_000_000 });
    await keepText('production', 'database.sql', withoutGuard(stdout));
  } finally {
    await place.remove();
    await stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'hippocamp-release-'));
try {
  await makeEmbedded(folder);
  await makeProduction();
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(`Kept ${version}.\n`);
