import { execFileSync } from 'node:child_process';
import { cruiseArrows } from './cruise.mjs';

const sources = ['packages/*/src/*.ts', 'apps/*/src/*.ts'];
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...sources], {
  encoding: 'utf8',
});
const written = listed.trim().split('\n');
const folders = [...new Set(written.map((path) => path.slice(0, path.indexOf('/src/') + 4)))];
const { broken, modules } = await cruiseArrows(process.cwd(), folders);
const seen = new Set(modules);
const missed = written.filter((path) => !seen.has(path));

for (const { rule, from, to } of broken) console.error(`${rule}: ${from} → ${to}`);
if (missed.length > 0) {
  console.error(`Arrows: ${missed.length} of ${written.length} modules were not looked at, ${missed[0]} for one.`);
}
console.log(`Arrows: ${written.length} modules, ${broken.length} broken.`);
if (broken.length > 0 || missed.length > 0) process.exitCode = 1;
