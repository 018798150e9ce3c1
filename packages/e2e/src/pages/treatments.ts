import { readdirSync } from 'node:fs';
import { readText, root } from '../infra/compose-file.js';
import { programsOf } from './commands.js';

export type Treatment =
  /** It must end well with `more` behind it. Quick ones are tried with each change. */
  | { how: 'run'; quick: boolean; in: 'embedded' | 'production'; more?: string }
  /** It runs until it prints the greeting, and is ended then. */
  | { how: 'serve'; greeting: string }
  | { how: 'look up' }
  | { how: 'leave'; why: string };

/** The first fitting entry decides, before the general rule. A new kind of command needs an entry. */
const special: readonly [RegExp, Treatment][] = [
  [/^npm (ci|install)\b/, { how: 'leave', why: 'Continuous integration begins with it on a clean clone.' }],
  [/^npm (test|run test)/, { how: 'leave', why: 'It is what runs this.' }],
  [/^git /, { how: 'leave', why: 'It would change the clone.' }],
  [/^(?:[A-Z_]+=\S+ )*(npm start|\S* ?hippocamp serve)\b/, { how: 'serve', greeting: 'listening' }],
  [/^npm run (migrate|reindex|dead-letters)\b/, { how: 'run', quick: false, in: 'production' }],
  [
    /^sh infra\/compose\/make-env\.sh > \.env$/,
    { how: 'leave', why: 'It would write a file; a test of Compose runs it.' },
  ],
  // Without the URL the demo starts a service of its own beside that of the page.
  [/^npm run demo$/, { how: 'run', quick: false, in: 'embedded', more: ' -- --url http://127.0.0.1:8080' }],
  [/^(docker|kubectl)\b/, { how: 'look up' }],
];

const binsOf = (app: string): string[] => {
  const { bin = {} } = JSON.parse(readText(`apps/${app}/package.json`)) as { bin?: Record<string, string> };
  return Object.keys(bin);
};

const programs = new Set([
  ...['curl', 'jq', 'echo', 'printf', 'cat', 'node', 'npm', 'npx'],
  ...readdirSync(new URL('apps/', root)).flatMap(binsOf),
]);

/** Undefined where no rule fits. */
export function treatmentOf(command: string): Treatment | undefined {
  const found = special.find(([expression]) => expression.test(command))?.[1];
  if (found) return found;
  const called = programsOf(command);
  if (!called.every((program) => programs.has(program))) return undefined;
  return { how: 'run', quick: called.every((program) => program === 'curl'), in: 'embedded' };
}

/** "npm ci && npm start" is two commands, of which the first is done once. */
export const partsOf = (command: string): string[] => command.split(/(?<=^npm ci) && /);

/** Files that commands expect in the user's home, with their source in the repository. */
export const files: Readonly<Record<string, string>> = { 'Downloads/chatgpt-export': 'apps/shell/fixtures/chatgpt' };

/** Languages of blocks that are only read, with a description. */
export const shown: Readonly<Record<string, string>> = {
  text: 'What a program prints.',
  mermaid: 'A picture.',
};
