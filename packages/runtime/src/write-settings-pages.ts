import { writeFile } from 'node:fs/promises';
import { exampleFile, settingsPage } from './settings-pages.js';

const root = new URL('../../../', import.meta.url);

await writeFile(new URL('.env.example', root), exampleFile());
await writeFile(new URL('docs/settings.md', root), settingsPage());
