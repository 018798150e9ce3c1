import { fileURLToPath } from 'node:url';
import { models } from './manifest.js';

/** The absolute path of the folder. Throws for a name that the manifest does not list. */
export function weightsOf(name: string): string {
  const model = models.find((each) => each.name === name);
  if (!model) throw new Error(`No model is called "${name}". There are ${models.map((each) => each.name).join(', ')}.`);
  return fileURLToPath(new URL(`../${model.folder}/`, import.meta.url));
}
