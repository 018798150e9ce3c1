import { readFileSync } from 'node:fs';

/** The heads that come with this package, by what they look at. */
export type ShippedHeads = 'model' | 'words' | 'pairs-words';

/** The file of their weights, as `npm run train` writes it. */
export const shippedHeads = (name: ShippedHeads): string =>
  readFileSync(new URL(`../../models/heads/${name}.json`, import.meta.url), 'utf8');

/** How sure the model that reads two texts together has to be, as `npm run train` writes it. */
export const shippedBounds = (): string =>
  readFileSync(new URL('../../models/reader-mpnet/bounds.json', import.meta.url), 'utf8');
