import { cp } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readText, root } from './compose-file.js';
import { createContextFilter } from './docker-ignore.js';
import { run } from './run.js';

const checkout = fileURLToPath(root);

/** Does what `docker build` does; throws with the script's output. */
export async function buildImage(folder: string, env: Record<string, string | undefined>) {
  const takes = createContextFilter(readText('.dockerignore'));
  const context = join(folder, 'checkout');
  const filter = (path: string) => relative(checkout, path) === '' || takes(relative(checkout, path));
  await cp(checkout, context, { recursive: true, verbatimSymlinks: true, filter });
  const target = join(folder, 'image');
  const { code, output } = await run(['infra/images/build.sh', target], { cwd: context, env });
  if (code !== 0) throw new Error(`infra/images/build.sh ended with ${code}:\n${output.slice(-4000)}`);
  return { hippocamp: join(target, 'hippocamp'), data: join(target, 'data') };
}
