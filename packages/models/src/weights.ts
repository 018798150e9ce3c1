import { fileURLToPath } from 'node:url';
import { models } from './manifest.js';

/** The folder of a model's files, as an absolute path. Throws for a name that the manifest does not list, and names those that it does. */
export function weightsOf(name: string): string {
  const model = models.find((each) => each.name === name);
  if (!model) throw new Error(`No model is called "${name}". There are ${models.map((each) => each.name).join(', ')}.`);
  return fileURLToPath(new URL(`../${model.folder}/`, import.meta.url));
}
