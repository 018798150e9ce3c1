import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.js';

/** The folder is removed when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hippocamp-bench-'));
  atExit(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
