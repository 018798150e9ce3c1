import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Stands for npm while pages are tried: it runs a script without the build before it, since the tests were built. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const words = process.argv.slice(2).filter((word) => word !== '--silent' && word !== '-s');
const [name, ...given] = words[0] === 'run' ? words.slice(1) : words;
if (!Object.hasOwn(scripts, name)) {
  process.stderr.write(`package.json has no script "${name}"\n`);
  process.exit(1);
}
const script = scripts[name].replace(/^npm run --silent build\b.*?&& /, '');
const rest = given[0] === '--' ? given.slice(1) : given;
const { status } = spawnSync('sh', ['-c', `${script} "$@"`, name, ...rest], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
