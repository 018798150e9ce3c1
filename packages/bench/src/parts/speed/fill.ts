import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateMemories, take } from '../../data/memories.js';
import type { Progress } from '../../report/progress.js';
import { type FillingParts, openFillingParts } from '../../setups/filling-parts.js';
import { largest, ownersOf, type Place, tenantsOf } from './places.js';
import { createRemaining } from './remaining.js';

const BATCH = 500;

const inBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(index * BATCH, (index + 1) * BATCH),
  );

type Told = (done: number) => void;

async function write(parts: FillingParts, { memories: size, ...place }: Place, told: Told): Promise<string[]> {
  const [tenant = ''] = tenantsOf({ memories: size, ...place });
  const memories = generateMemories(size, new Date());
  const ids: string[] = [];
  while (ids.length < size) {
    const batch = take(memories, Math.min(BATCH, size - ids.length)).map((memory) => ({ ...memory, tags: [] }));
    ids.push(...(await parts.fill(tenant, batch)));
    told(batch.length);
  }
  await parts.countWords(tenant);
  return ids;
}

async function copy(parts: FillingParts, from: Place, ids: readonly string[], place: Place, told: Told): Promise<void> {
  const owners = ownersOf(place);
  for (const places of inBatches(owners.map((_, index) => index))) {
    const [first = 0, last = 0] = [places[0], places.at(-1)];
    await parts.copy(tenantsOf(from)[0] ?? '', ids.slice(first, last + 1), owners.slice(first, last + 1));
    told(places.length);
  }
  for (const tenant of tenantsOf(place)) await parts.countWords(tenant);
}

async function fillAll(folder: string, places: readonly Place[], progress: Progress): Promise<void> {
  const from = largest(places);
  const others = places.filter(({ memories, tenants }) => memories !== from.memories || tenants > 1);
  const all = others.reduce((sum, { memories }) => sum + memories, from.memories);
  const remaining = createRemaining(all);
  const told: Told = (done) => progress.update(`speed: ${remaining(done)}`);
  const parts = await openFillingParts(folder);
  try {
    const ids = await write(parts, from, told);
    for (const place of others) {
      progress.say(`speed: ${place.memories} memories of ${place.tenants} tenants, copied`);
      await copy(parts, from, ids, place, told);
    }
  } finally {
    await parts.close();
  }
}

/** Reuses a folder that is filled already. Returns the gateway's data folder. */
export async function fillFolder(folder: string, places: readonly Place[], progress: Progress): Promise<string> {
  const [data, note] = [join(folder, 'data'), join(folder, 'filled.json')];
  const wanted = JSON.stringify(places);
  if ((await readFile(note, 'utf8').catch(() => '')) === wanted) {
    progress.say(`speed: ${folder} is filled`);
    return data;
  }
  if (existsSync(data)) throw new Error(`${data} is there and not filled with what is asked for; take another folder`);
  progress.say(`speed: filling ${places.map(({ memories, tenants }) => `${memories} of ${tenants}`).join(', ')}`);
  await fillAll(data, places, progress);
  await writeFile(note, wanted);
  return data;
}
