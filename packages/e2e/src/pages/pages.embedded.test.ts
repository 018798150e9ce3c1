import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readText, root } from '../infra/compose-file.js';
import { useOwnServices } from '../own-service.js';
import type { ServiceProcess } from '../service-process.js';
import { pages } from './all-pages.js';
import { readBlocks } from './blocks.js';
import { having, isLong, isQuick } from './choose.js';
import { commandsOf } from './commands.js';
import { isScript } from './scripts.js';
import { createShell, type Shell } from './shell.js';
import { flawsOf, tryPage } from './try-page.js';

/** Expected output of scripts, besides the answers that the page shows. */
const printed: Record<string, RegExp[]> = {
  'README.md': [/0\.\d\d I live in Turku/],
  'packages/sdk/README.md': [/lives? in Turku/, /[1-9] memories, 0 problems/, /Somebody changed it meanwhile/],
};

const printedByPrograms: Record<string, RegExp[]> = {
  'README.md': [/questions found their memory first/],
  'docs/first-calls.md': [/^I live in Turku, and I drink lapsang\.$/m, /"dryRun":true/],
};

const quick = pages.filter((page) => page.blocks.some(isScript) || having(isQuick).includes(page));

/** The models that ship, since pages show how they read texts. */
const models = { EMBEDDER: 'local', READER: 'model' };

describe('the blocks of a page', () => {
  it('are found, fenced and indented, with their language', () => {
    const page = [
      'Text',
      '',
      '```js',
      'a();',
      '',
      '```',
      '',
      '    npm start',
      '    # then',
      '',
      '1.  item',
      '~~~',
      'x',
      '~~~',
    ];
    expect(readBlocks('p', page.join('\n'))).toEqual([
      { page: 'p', line: 4, language: 'js', text: 'a();\n' },
      { page: 'p', line: 8, language: 'indented', text: 'npm start\n# then' },
      { page: 'p', line: 13, language: '', text: 'x' },
    ]);
  });

  it('that nobody runs are complained of', () => {
    const complaints = (language: string, text: string) => flawsOf({ page: 'p', line: 1, language, text }).length;
    expect(complaints('', 'x')).toBe(1);
    expect(complaints('ruby', 'puts 1')).toBe(1);
    expect(complaints('json', '{ "a": }')).toBe(1);
    expect(complaints('sh', 'pdftotext a.pdf - | hippocamp ingest -')).toBe(1);
    expect(complaints('sh', 'docker compose up gatway --scale wroker=2')).toBe(2);
    expect(complaints('sh', 'docker compose run --rm worker node apps/worker/dist/nothing.js')).toBe(1);
    expect(complaints('sh', 'docker run -p 8080:80 -v x:/elsewhere other:local')).toBe(3);
    expect(complaints('sh', 'kubectl apply -k infra/nowhere && kubectl get deploy/nobody')).toBeGreaterThan(0);
  });

  it('are told apart: what is typed, and what is printed', () => {
    const text = '$ curl -s x \\\n    -d \'{\n  }\'  # so\n{ "data": 1 }\n$ npm start';
    expect(commandsOf({ page: 'p', line: 1, language: 'console', text })).toEqual([
      "curl -s x \\\n    -d '{\n  }'",
      'npm start',
    ]);
  });

  it.each(pages)('of $page name what there is', ({ blocks }) => {
    const flaws = blocks.flatMap((block) => flawsOf(block).map((flaw) => `${block.page}:${block.line}: ${flaw}`));
    expect(flaws).toEqual([]);
  });
});

/** `e2e/a.test.ts` stands for `packages/e2e/src/a.test.ts`. */
const sourceOf = (test: string) =>
  test.startsWith('apps/') ? test : test.replace('/', '/src/').replace(/^/, 'packages/');

it('SECURITY.md names tests that there are', () => {
  const tests = readText('SECURITY.md').match(/(?<=`)[\w./-]+\.test\.ts(?=`)/g) ?? [];
  expect(tests.length).toBeGreaterThan(20);
  expect(tests.filter((test) => !existsSync(new URL(sourceOf(test), root)))).toEqual([]);
});

describe('what a page shows', () => {
  const { start } = useOwnServices();
  let folder: string;
  let shell: Shell | undefined;
  let gateway: ServiceProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hippocamp-page-'));
  });
  afterEach(async () => {
    shell?.stop();
    // It writes into the folder as long as it runs.
    await gateway?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const begin = async () => {
    const own = { ...models, HIPPOCAMP_DATA: join(folder, '.hippocamp') };
    gateway = await start(own);
    shell = await createShell({ folder, url: gateway.url, settings: own });
    return shell;
  };

  it.each(quick)('on $page runs', async ({ page, blocks }) => {
    const output = await tryPage(blocks, await begin(), { takes: isQuick, scripts: true });
    for (const expression of printed[page] ?? []) expect(output).toMatch(expression);
  });

  it.each(having(isLong))(
    'on $page runs, programs too',
    { tags: ['long'], timeout: 400_000 },
    async ({ page, blocks }) => {
      const output = await tryPage(blocks, await begin(), {
        takes: (treatment) => isLong(treatment) || isQuick(treatment),
      });
      for (const expression of printedByPrograms[page] ?? []) expect(output).toMatch(expression);
    },
  );
});
