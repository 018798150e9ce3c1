import { existsSync, readdirSync } from 'node:fs';
import { readCompose, readText, root } from '../infra/compose-file.js';
import { image } from '../infra/image-file.js';
import { wordsOf } from './commands.js';

/** Checks commands that need Docker or a cluster against the files and names that they mention. */

const compose = readCompose();
const services = Object.keys(compose.services);
const images = Object.values(compose.services).map((service) => service.image);

const withValue = ['-f', '-k', '-t', '-p', '-v', '-e', '-n', '--file', '--hostname', '--name', '--env-file', '--scale'];

interface Words {
  flags: [string, string][];
  plain: string[];
}

const sorted = (words: readonly string[]): Words => {
  const found: Words = { flags: [], plain: [] };
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [name = '', value] = word.split('=', 2);
    if (!word.startsWith('-')) found.plain.push(word);
    else if (value === undefined && withValue.includes(word)) found.flags.push([word, left.shift() ?? '']);
    else found.flags.push([name, value ?? '']);
  }
  return found;
};

const isFile = (path: string) =>
  existsSync(new URL(path, root)) || existsSync(new URL(path.replace('/dist/', '/src/').replace(/\.js$/, '.ts'), root));

const lost = (what: string, names: readonly string[], known: (name: string) => boolean) =>
  names.filter((name) => !known(name)).map((name) => `${what}: ${name}`);

const isService = (name: string) => services.includes(name);
const filesOf = ({ flags }: Words) =>
  flags.flatMap(([name, value]) => (['-f', '-k', '--file'].includes(name) ? [value] : []));

const inside = ([service = '', ...command]: readonly string[]) => [
  ...lost('no service', [service], isService),
  ...lost('no file', command[0] === 'node' ? command.slice(1, 2) : [], isFile),
];

const composeFlaws = (given: readonly string[]): string[] => {
  const [subcommand = '', ...rest] = given;
  const words = sorted(rest);
  if (subcommand === 'run' || subcommand === 'exec') {
    const at = rest.findIndex((word) => !word.startsWith('-'));
    return inside(rest.slice(at));
  }
  const scaled = words.flags.flatMap(([name, value]) => (name === '--scale' ? [value.split('=')[0] ?? ''] : []));
  return lost('no service', [...words.plain, ...scaled], isService);
};

const runFlaws = ({ flags, plain }: Words): string[] => {
  const folders = flags.flatMap(([name, value]) => (name === '-v' ? [value.split(':')[1] ?? ''] : []));
  const ports = flags.flatMap(([name, value]) => (name === '-p' ? [value.split(':').at(-1) ?? ''] : []));
  return [
    ...lost('no image', plain.slice(0, 1), (name) => images.includes(name)),
    ...lost('the image keeps nothing in', folders, (folder) => image.environment.HIPPOCAMP_DATA === folder),
    ...lost('nothing listens on', ports, (port) => port === (image.environment.PORT ?? '8080')),
  ];
};

const buildFlaws = (words: Words): string[] => {
  const tags = words.flags.flatMap(([name, value]) => (name === '-t' ? [value] : []));
  return [
    ...lost('no file', [...filesOf(words), ...words.plain], isFile),
    ...lost('no image', tags, (name) => images.includes(name)),
  ];
};

const manifests = readdirSync(new URL('infra/', root), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ya?ml$/.test(file))
  .map((file) => readText(`infra/${file}`));

const clusterFlaws = (words: Words): string[] => {
  const named = words.plain.filter((word) => /^[a-z]+\/[\w-]+$/.test(word)).map((word) => word.split('/')[1] ?? '');
  return [
    ...lost('no file', filesOf(words), isFile),
    ...lost('no manifest names', named, (name) => manifests.some((text) => text.includes(`name: ${name}`))),
  ];
};

/** The files and names of a command that do not exist. */
export function lookUp(command: string): string[] {
  const [program, subcommand, ...rest] = wordsOf(command);
  if (program === 'kubectl') return clusterFlaws(sorted([subcommand ?? '', ...rest]));
  if (subcommand === 'compose') return composeFlaws(rest);
  if (subcommand === 'build') return buildFlaws(sorted(rest));
  if (subcommand === 'run') return runFlaws(sorted(rest));
  return [`nobody looks up docker ${subcommand}`];
}
