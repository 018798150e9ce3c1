import { readdirSync } from 'node:fs';
import { readText, root } from '../infra/compose-file.js';
import { programsOf } from './commands.js';

/** What becomes of a command that a page shows. */
export type Treatment =
  /** It is run, with `more` behind it, and has to end well. Quick ones are tried with each change. */
  | { how: 'run'; quick: boolean; in: 'embedded' | 'production'; more?: string }
  /** It is run until it prints that it serves, and told to end. */
  | { how: 'serve'; greeting: string }
  /** The files and names in it are looked up. */
  | { how: 'look up' }
  | { how: 'leave'; why: string };

/** Where the general rules do not fit, the first entry that does decides. A page with a new command of another kind needs a line here. */
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
  // Else it starts a service of its own, beside that of the page.
  [/^npm run demo$/, { how: 'run', quick: false, in: 'embedded', more: ' -- --url http://127.0.0.1:8080' }],
  [/^(docker|kubectl)\b/, { how: 'look up' }],
];

const binsOf = (app: string): string[] => {
  const { bin = {} } = JSON.parse(readText(`apps/${app}/package.json`)) as { bin?: Record<string, string> };
  return Object.keys(bin);
};

/** What there is on a machine that runs the tests, and what the repository brings. */
const programs = new Set([
  ...['curl', 'jq', 'echo', 'printf', 'cat', 'node', 'npm', 'npx'],
  ...readdirSync(new URL('apps/', root)).flatMap(binsOf),
]);

/** What is done with a command; undefined where nobody has said. */
export function treatmentOf(command: string): Treatment | undefined {
  const found = special.find(([expression]) => expression.test(command))?.[1];
  if (found) return found;
  const called = programsOf(command);
  if (!called.every((program) => programs.has(program))) return undefined;
  return { how: 'run', quick: called.every((program) => program === 'curl'), in: 'embedded' };
}

/** "npm ci && npm start" is two commands, of which the first is done once. */
export const partsOf = (command: string): string[] => command.split(/(?<=^npm ci) && /);

/** What commands find in the home of whoever types them, and where it comes from. */
export const files: Readonly<Record<string, string>> = { 'Downloads/chatgpt-export': 'apps/shell/fixtures/chatgpt' };

/** Languages of blocks that are there to be read, with what stands in them. */
export const shown: Readonly<Record<string, string>> = {
  text: 'What a program prints.',
  mermaid: 'A picture.',
};
