import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Manifest {
  name: string;
  version: string;
  license: string;
  files?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const manifestOf = (folder: string) => JSON.parse(read(`${folder}package.json`)) as Manifest;

const workspaces = ['apps/', 'packages/'].flatMap((place) =>
  readdirSync(new URL(place, root)).map((name) => `${place}${name}/`),
);
const { version } = manifestOf('');

const internal = ({ dependencies, devDependencies }: Manifest) =>
  Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => name.startsWith('@hippocamp/'));

describe.each(['', ...workspaces])('the package in ./%s', (folder) => {
  const manifest = manifestOf(folder);

  it('has the version and the licence of all', () => {
    expect(manifest).toMatchObject({ version, license: 'Apache-2.0' });
  });

  it('brings the text of the licence', () => {
    expect(read(`${folder}LICENSE`)).toBe(read('LICENSE'));
    expect(manifest.files ?? ['LICENSE']).toContain('LICENSE');
  });

  it('asks for others of this version', () => {
    expect(internal(manifest).filter(([, wanted]) => wanted !== version)).toEqual([]);
  });
});

describe('a release', () => {
  it('has the licence in full', () => {
    expect(read('LICENSE')).toMatch(/Apache License\s+Version 2\.0[\s\S]+END OF TERMS AND CONDITIONS/);
  });

  it('is the first of the changelog', () => {
    expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
  });

  it('has a lock that names its packages, and no address of a registry', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Manifest> };
    const locked = ['', ...workspaces].map((folder) => lock.packages[folder.replace(/\/$/, '')]);
    expect(new Set(locked.map((each) => `${each?.version} ${each?.license}`))).toEqual(
      new Set([`${version} Apache-2.0`]),
    );
    expect(read('package-lock.json')).not.toMatch(/"resolved": "http/);
  });
});
