import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readFailpoint, withFailpoint } from './failpoints.js';
import { readSettings } from './settings.js';
import { exampleFile, settingsPage } from './settings-pages.js';

const urls = {
  DATABASE_URL: 'postgresql://user:secret@db/hippocamp',
  QDRANT_URL: 'http://qdrant:6333',
  REDIS_URL: 'redis://redis:6379',
};
type Name = keyof typeof urls;
const names = Object.keys(urls) as Name[];

const given = (...chosen: Name[]) => Object.fromEntries(chosen.map((name) => [name, urls[name]]));
const modeOf = (environment: Record<string, string>) => readSettings(environment).engines.mode;

describe('the settings', () => {
  it('need nothing', () => {
    expect(readSettings({})).toMatchObject({ port: 8080, engines: { mode: 'embedded', qdrant: undefined } });
  });

  it('give operators a port of their own where that is set, and only there', () => {
    expect([readSettings({}).opsPort, readSettings({ OPS_PORT: '0' }).opsPort]).toEqual([undefined, 0]);
  });

  it('allow none of the three URLs, Qdrant alone, or all of them', () => {
    expect(modeOf({})).toBe('embedded');
    expect(readSettings(given('QDRANT_URL')).engines).toMatchObject({
      mode: 'embedded',
      qdrant: { url: urls.QDRANT_URL },
    });
    expect(modeOf(given(...names))).toBe('production');
  });

  it.each([
    [['DATABASE_URL'], ['QDRANT_URL', 'REDIS_URL']],
    [['REDIS_URL'], ['DATABASE_URL', 'QDRANT_URL']],
    [['DATABASE_URL', 'QDRANT_URL'], ['REDIS_URL']],
    [['DATABASE_URL', 'REDIS_URL'], ['QDRANT_URL']],
    [['QDRANT_URL', 'REDIS_URL'], ['DATABASE_URL']],
  ] as [Name[], Name[]][])('refuse %s without %s, and say what is missing', (chosen, missing) => {
    const read = () => readSettings(given(...chosen));
    expect(read).toThrow(new RegExp(`^${chosen.join(' and ')} (is|are) set without ${missing.join(' and ')}\\. `));
    expect(read).not.toThrow(/secret/);
  });

  it.each([
    [{ PORT: 'many' }, /PORT: must be a number \(it is "many"\)/],
    [{ PORT: '70000' }, /PORT: .*65535 \(it is "70000"\)/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL: .*"debug".* \(it is "loud"\)/],
    [{ IMPORT_SECONDS: '90' }, /IMPORT_SECONDS is 90 and REQUEST_TIMEOUT_SECONDS is 60: .*Set IMPORT_SECONDS below/],
    [
      { HEADERS_TIMEOUT_SECONDS: '9', REQUEST_TIMEOUT_SECONDS: '5' },
      /HEADERS_TIMEOUT_SECONDS is 9 and REQUEST_TIMEOUT_SECONDS is 5/,
    ],
    [{ EVENT_RETENTION_DAYS: '1000000' }, /EVENT_RETENTION_DAYS/],
    [{ QDRANT_API_KEY: 'a\nb' }, /QDRANT_API_KEY: holds a space/],
    [{ DATABASE_URL: 'mysql://db' }, /DATABASE_URL: must be a URL that begins with postgresql:\/\//],
    [{ QDRANT_PREFIX: 'a b' }, /QDRANT_PREFIX: must be 1 to 40 letters/],
    [{ JOB_LEASE_SECONDS: '0' }, /JOB_LEASE_SECONDS/],
    [{ RECONCILE_SECONDS: '2592000' }, /RECONCILE_SECONDS/],
    [{ FAILPOINT: 'index.apply:after:kill' }, /NODE_ENV=test/],
    [{ FAILPOINT: 'anything', NODE_ENV: 'test' }, /port\.method/],
    [{ EMBEDDER: 'glove' }, /EMBEDDER/],
    [{ EMBEDDER: 'openai' }, /EMBEDDER=openai needs EMBEDDINGS_URL\. Set both/],
    [{ EMBEDDER: 'openai', EMBEDDINGS_URL: 'http://localhost:11434/v1' }, /needs EMBEDDINGS_MODEL\. Set both/],
    [{ LLM_URL: 'http://localhost:11434/v1' }, /needs LLM_MODEL\. Set both/],
    [{ LLM_API_KEY: 'key' }, /needs LLM_URL\. Set both/],
    [{ LLM_URL: 'http://u:p@localhost/v1', LLM_MODEL: 'm' }, /LLM_API_KEY/],
    [{ LLM_URL: 'http://localhost/v1', LLM_MODEL: 'm', LLM_API_KEY: 'a b' }, /LLM_API_KEY: holds a space/],
    [{ LLM_HEADERS: 'api-key: canary' }, /LLM_HEADERS: must be JSON such as [^(]*$/],
    [{ LLM_HEADERS: '{"a b": "canary"}' }, /LLM_HEADERS: (?!.*canary)/],
    [{ LLM_CONTEXT_TOKENS: '1000' }, /LLM_CONTEXT_TOKENS/],
    [{ LLM_URL: 'http://localhost/v1', LLM_MODEL: 'm', LLM_TENANTS: 'acme,' }, /LLM_TENANTS: must be a list/],
    [{ EMBEDDINGS_URL: 'http://localhost:11434/v1' }, /EMBEDDER is local, which asks no server/],
  ])('refuse %j with a sentence', (environment, sentence) => {
    expect(() => readSettings(environment as Record<string, string>)).toThrow(sentence);
  });

  it.each([
    ['DATABASE_URL', 'mysql://user:canary@db'],
    ['QDRANT_API_KEY', 'canary and more'],
  ])('show nothing of %s, which may hold a secret', (name, value) => {
    expect(() => readSettings({ [name]: value })).not.toThrow(/canary/);
  });

  it('end what is not set within what is', () => {
    expect(readSettings({ REQUEST_TIMEOUT_SECONDS: '5' })).toMatchObject({
      headersTimeout: 2_500,
      policies: { importTime: 2_500 },
      importWait: 1_250,
    });
  });

  it('take prefixes of embeddings where one is set, spaces and all', () => {
    const server = { EMBEDDER: 'openai', EMBEDDINGS_URL: 'http://localhost:11434/v1', EMBEDDINGS_MODEL: 'm' };
    expect(readSettings(server).embedder).toMatchObject({ prefixes: undefined });
    expect(readSettings({ ...server, EMBEDDINGS_QUESTION_PREFIX: 'query: ' }).embedder).toMatchObject({
      prefixes: { question: 'query: ', memory: '' },
    });
  });

  it('say for what a language model is asked, and which, and leave room for what it is told', () => {
    const server = { LLM_URL: 'http://localhost/v1', LLM_MODEL: 'm', LLM_HEADERS: '{"api-key": "k"}' };
    expect(readSettings(server).llm).toMatchObject({
      models: { read: 'm', judge: 'm', distil: 'm' },
      server: { headers: { 'api-key': 'k' }, temperature: 0, maxTokens: 4096 },
      tokensPerDay: null,
    });
    const chosen = { LLM_READS: 'false', LLM_JUDGES: 'big', LLM_CONTEXT_TOKENS: '4096', LLM_TOKENS_PER_DAY: '0' };
    expect(readSettings({ ...server, ...chosen }).llm).toMatchObject({
      models: { read: null, judge: 'big', distil: 'm' },
      server: { maxTokens: 2048 },
      tokensPerDay: 0,
    });
  });

  it('take the server that memories go by still beside another embedder, and say so', () => {
    const server = { EMBEDDINGS_URL: 'http://localhost:11434/v1', EMBEDDINGS_MODEL: 'm' };
    const read = readSettings({ ...server, EMBEDDER: 'local' });
    expect(read.embedder).toMatchObject({ kind: 'local', earlier: { kind: 'openai', model: 'm' } });
    expect(read.warnings).toEqual([expect.stringContaining('EMBEDDINGS_URL')]);
  });

  it('let what is kept grow as old as one likes', () => {
    expect(readSettings({ ARCHIVE_AGE_SECONDS: '31536000' }).policies.archiveAge).toBe(31_536_000_000);
  });

  it('take an empty variable for one that is not set', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '' }).port).toBe(8080);
  });

  it('still take READER by its old name, and say so', () => {
    expect(readSettings({ READER: 'rules' })).toMatchObject({
      reader: 'none',
      warnings: [expect.stringContaining('READER=none')],
    });
    expect(readSettings({ READER: 'none' })).toMatchObject({ reader: 'none', warnings: [] });
    expect(readSettings({})).toMatchObject({ reader: 'model', warnings: [] });
  });

  it('are described by the pages of the project', async () => {
    const root = new URL('../../../', import.meta.url);
    expect(await readFile(new URL('.env.example', root), 'utf8'), 'run "npm run settings"').toBe(exampleFile());
    expect(await readFile(new URL('docs/settings.md', root), 'utf8'), 'run "npm run settings"').toBe(settingsPage());
  });
});

describe('a failpoint', () => {
  const calls: string[] = [];
  const counter = { add: async (what: string) => void calls.push(what) };
  const records = {
    outbox: { lease: async () => 'leased' },
    forTenant: (_tenant: string) => ({
      memories: { insert: async () => 'inserted' },
      transaction: async (work: (repositories: { memories: { insert(): Promise<string> } }) => Promise<string>) =>
        work({ memories: { insert: async () => 'inserted' } }),
    }),
  };

  it('fails the call it names, before or after it was made', async () => {
    const before = withFailpoint({ counter }, readFailpoint('counter.add:before:throw:2') ?? undefined);
    await before.counter.add('first');
    await expect(before.counter.add('second')).rejects.toThrow('failpoint');
    const after = withFailpoint({ counter }, readFailpoint('counter.add:after:throw') ?? undefined);
    await expect(after.counter.add('third')).rejects.toThrow('failpoint');
    expect(calls).toEqual(['first', 'third']);
  });

  it('reaches members, tenants and transactions', async () => {
    const failing = (text: string) => withFailpoint({ records }, readFailpoint(text) ?? undefined).records;
    await expect(failing('records.outbox.lease:after:throw').outbox.lease()).rejects.toThrow('failpoint');
    const insert = failing('records.memories.insert:before:throw');
    await expect(insert.forTenant('a').memories.insert()).rejects.toThrow('failpoint');
    const work = (repositories: { memories: { insert(): Promise<string> } }) => repositories.memories.insert();
    await expect(insert.forTenant('a').transaction(work)).resolves.toBe('inserted');
    const inside = failing('records.memories.insert:before:throw');
    await expect(inside.forTenant('a').transaction(work)).rejects.toThrow('failpoint');
  });
});
