import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Options } from '../options.js';

const script = new URL('../quality/main.js', import.meta.url);

/** Runs the measurement of quality as a program of its own; gives what it printed. */
export async function measureQuality({ locomo, calibrate, embedder }: Options): Promise<string> {
  const rest = [
    '--locomo',
    locomo ?? '',
    ...(calibrate ? ['--calibrate'] : []),
    ...(embedder === 'words' ? ['--words'] : []),
  ];
  const child = spawn(process.execPath, [fileURLToPath(script), ...rest], { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the measurement of quality ended with ${code}`);
  return Buffer.concat(chunks).toString();
}
