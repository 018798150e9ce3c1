import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export const RELEASES = fileURLToPath(new URL('../../fixtures/releases', import.meta.url));

export type Mode = 'embedded' | 'production';

/** These hold for a release's records under every later version. */
export interface Expectations {
  tenants: {
    tenant: string;
    /** Lines of its export, by kind. */
    counts: Record<string, number>;
    finds: { text: string; content: string }[];
    /** Requests to ingest whose content is known already, with that memory. */
    repeats: { ingest: Record<string, unknown>; content: string }[];
    /** Requests to ingest that replace a memory, with its content. */
    replaces: { ingest: Record<string, unknown>; content: string }[];
    /** Requests that were answered before, with the stored answers. */
    replays: { path: string; body: object; key: string; answer: string }[];
  }[];
}

export interface Release {
  version: string;
  expectations(mode: Mode): Promise<Expectations>;
  exported(mode: Mode, tenant: string): Promise<string[]>;
  sql(): Promise<string>;
  /** The data folder of embedded mode: a tar archive of a folder `data`. */
  archive(): Promise<Buffer>;
}

const releaseOf = (version: string): Release => {
  const read = (mode: Mode, file: string) => readFile(`${RELEASES}/${version}/${mode}/${file}`);
  const text = async (mode: Mode, file: string) => gunzipSync(await read(mode, `${file}.gz`)).toString();
  return {
    version,
    expectations: async (mode) => JSON.parse(await text(mode, 'expectations.json')) as Expectations,
    exported: async (mode, tenant) => (await text(mode, `${tenant}.ndjson`)).trimEnd().split('\n'),
    sql: () => text('production', 'database.sql'),
    archive: async () => brotliDecompressSync(await read('embedded', 'data.tar.br')),
  };
};

export const keptReleases = (): Release[] =>
  readdirSync(RELEASES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => releaseOf(name));
