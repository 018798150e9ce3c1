import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { weightsOf } from '@hippocamp/models/weights';

/** The head that tells by words alone what the newer of two texts is to the older, as `npm run train` writes it. */
export const shippedPairHead = (): string =>
  readFileSync(new URL('../../models/heads/pairs-words.json', import.meta.url), 'utf8');

/** How sure the model that reads two texts together has to be, as `npm run train` writes it. */
export const shippedBounds = (): string => readFileSync(join(weightsOf('reader-mpnet'), 'bounds.json'), 'utf8');
