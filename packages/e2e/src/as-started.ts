import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};

const [, options = ''] = /\bexec node ((?:--\S+ )*)/.exec(scripts.start) ?? [];

/** The environment that `npm start` gives its process, beside the settings: how malloc and the heap give memory back. */
export const asStarted: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...scripts.start.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  ),
  NODE_OPTIONS: options.trim(),
};
