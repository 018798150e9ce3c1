import { readFile } from 'node:fs/promises';
import type { Probe } from '@hippocamp/core/modules/measuring/probe';

const file = new URL('../../probe/probe.json', import.meta.url);

export const readProbe = async (): Promise<Probe> => JSON.parse(await readFile(file, 'utf8'));
