/** @module-tag long */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHippocamp } from '@hippocamp/sdk';
import { expect, it } from 'vitest';
import { useOwnServices } from './own-service.js';
import { createRandom } from './random.js';
import { sentence } from './sentence.js';
import { runShell, startShell } from './shell-process.js';
import { waitUntil } from './wait-until.js';

/** The command on a folder: alone, beside others that use the folder, and when these go away. */

const { place, start } = useOwnServices();

const contentsOf = async (settings: Record<string, string>) => {
  const { out } = await runShell(['export'], settings);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; content: string });
  return lines.filter(({ kind }) => kind === 'memory').map(({ content }) => content);
};

const note = (number: number) => sentence(number, createRandom(number));

it('a command by itself keeps what it was told in the folder', async () => {
  expect(await runShell(['ingest', '-'], place(), note(1))).toMatchObject({ code: 0, aside: '' });
  const { code, out } = await runShell(['query', 'anything'], place());
  expect({ code, answer: JSON.parse(out) }).toMatchObject({
    code: 0,
    answer: { results: [{ memory: { content: note(1) } }] },
  });
});

it('commands and another client use one folder at once, and go on when the service that held it was killed', async () => {
  const serving = startShell(['serve', '--port', '0'], place());
  const url = await waitUntil(
    'it listens',
    () =>
      serving
        .out()
        .split('\n')
        .map((line) => (line.includes('"listening"') ? (JSON.parse(line) as { url: string }).url : ''))[0],
    { deadline: 60_000 },
  );
  const client = createHippocamp({ baseUrl: url, tenant: 'default' });
  const told = Array.from({ length: 8 }, (_, number) => note(number));
  await Promise.all([
    ...told.slice(0, 3).map((text) => runShell(['ingest', '-'], place(), text)),
    ...told.slice(3, 6).map((content) => client.ingestAndWait({ content, source: 'note' })),
  ]);
  const late = told.slice(6).map((text) => runShell(['ingest', '-'], place(), text));
  serving.kill('SIGKILL');
  expect((await Promise.all(late)).map(({ code, aside }) => `${code} ${aside}`)).toEqual(late.map(() => '0 '));
  expect((await contentsOf(place())).sort()).toEqual([...told].sort());
});

it('an import outlives a restart of the service, and brings each text once', async () => {
  const gateway = await start();
  const folder = await mkdtemp(join(tmpdir(), 'notes-'));
  const told = Array.from({ length: 20 }, (_, number) => note(number));
  await Promise.all(told.map((text, number) => writeFile(join(folder, `${number}.md`), text)));
  const settings = { HIPPOCAMP_URL: gateway.url, HIPPOCAMP_DATA: join(folder, '.shell') };
  const args = ['import', '--from', 'markdown', folder];
  const bringing = startShell(args, settings);
  const client = createHippocamp({ baseUrl: gateway.url, tenant: 'default' });
  await waitUntil('some are kept', async () => (await client.memories.stats()).total > 3, {
    deadline: 60_000,
    every: 5,
  });
  await gateway.kill('SIGKILL');
  await start({ PORT: new URL(gateway.url).port });
  const first = await bringing.ended;
  // A start on a busy machine may outlast its retries. It then says so, and goes on when it is run again.
  const { code, out } = first.code === 3 ? await runShell(args, settings) : first;
  expect({ code, answer: JSON.parse(out) }).toMatchObject({ code: 0, answer: { texts: { parts: 20, refused: [] } } });
  expect((await contentsOf(settings)).sort()).toEqual([...told].sort());
  await rm(folder, { recursive: true });
});
