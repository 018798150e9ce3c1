import { writeFile } from 'node:fs/promises';
import { helpPage } from './help-page.js';

await writeFile(new URL('../../../docs/shell.md', import.meta.url), helpPage());
