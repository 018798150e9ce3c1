import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkExpressions } from './check.mjs';
import { expressionsOfLibraries } from './libraries.mjs';
import { productSources } from './sources.mjs';

/** Checks that each regular expression of the service takes time in proportion to the text. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const table = pathToFileURL(join(root, 'packages/shared/dist/operations/table.js')).href;
const paths = productSources(root);
const { counts, failures } = await checkExpressions(root, paths, await expressionsOfLibraries(table));

for (const { path, line, complexity, text, source, flags } of failures) {
  console.error(`${path}:${line}: ${complexity}${text === '' ? '' : `, by repeating ${JSON.stringify(text)}`}`);
  if (source !== '') console.error(`    /${source}/${flags}`);
}
console.log(
  `Regular expressions: ${counts.literals} written, ${counts.built} built, ${counts.others} of libraries in ${counts.files} files; ` +
    `${counts.proven} by a proof beside them, ${failures.length} not linear.`,
);
if (failures.length > 0 || counts.files === 0 || counts.literals === 0) process.exitCode = 1;
