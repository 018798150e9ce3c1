import { writeFile } from 'node:fs/promises';
import { version } from '@hippocamp/runtime/version';
import { openApiDocument } from '@hippocamp/shared/operations/openapi';
import { KEPT } from './changes/kept.js';

/** Keeps the document of this version, so that later ones can be held to it: a part of `npm run keep-release`. */
await writeFile(new URL(`${version}.json`, KEPT), `${JSON.stringify(openApiDocument(version))}\n`);
