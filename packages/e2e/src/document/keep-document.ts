import { writeFile } from 'node:fs/promises';
import { version } from '@hippocamp/runtime/version';
import { openApiDocument } from '@hippocamp/shared/operations/openapi';
import { KEPT } from './changes/kept.js';

/** A part of `npm run keep-release`: keeps this version's document, so that later ones can be compared with it. */
await writeFile(new URL(`${version}.json`, KEPT), `${JSON.stringify(openApiDocument(version))}\n`);
