import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** What releases wrote, see the page there. */
export const RELEASES = fileURLToPath(new URL('../../fixtures/releases', import.meta.url));

export type Mode = 'embedded' | 'production';

/** What is true of a release's records, whoever reads them. */
export interface Expectations {
  tenants: {
    tenant: string;
    /** Lines of its export, by kind. */
    counts: Record<string, number>;
    /** What a question finds first. */
    finds: { text: string; content: string }[];
    /** Requests to ingest what the memory of this content says already. */
    repeats: { ingest: Record<string, unknown>; content: string }[];
    /** Requests to ingest what takes the place of the memory of this content. */
    replaces: { ingest: Record<string, unknown>; content: string }[];
    /** Requests that were answered before, and the stored answers. */
    replays: { path: string; body: object; key: string; answer: string }[];
  }[];
}

export interface Release {
  version: string;
  expectations(mode: Mode): Promise<Expectations>;
  /** The lines of a tenant's export. */
  exported(mode: Mode, tenant: string): Promise<string[]>;
  /** The database of production mode as SQL. */
  sql(): Promise<string>;
  /** The data folder of embedded mode as a tar archive that holds a folder `data`. */
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

/** Every release that is kept. */
export const keptReleases = (): Release[] =>
  readdirSync(RELEASES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => releaseOf(name));
