/** @module-tag long */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProductionPlace } from '@hippocamp/runtime/testing/production-place';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Place } from '../places.js';
import { waitUntil } from '../wait-until.js';
import { buildImage } from './build-image.js';
import { readCompose, secondsOf } from './compose-file.js';
import { image } from './image-file.js';
import { run } from './run.js';

// biome-ignore lint/style/noProcessEnv: npm is to find its registry and its cache
const { NODE_ENV: _, ...environment } = process.env;
const path = { PATH: environment.PATH };

/** An image's packages cannot be installed without a registry; with REQUIRE_ENGINES=1 that is a failure. */
const hasRegistry = async () => {
  if (environment.REQUIRE_ENGINES === '1') return true;
  const { code } = await run(['npm', 'view', 'express', 'version', '--fetch-retries=0'], {
    cwd: tmpdir(),
    env: environment,
  });
  return code === 0;
};

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** The place has no tables yet. */
const emptyPlace = () => {
  const stores = inject('stores');
  if (stores.mode !== 'production') throw new Error('only in production mode');
  return createProductionPlace({ ...stores.servers, template: 'template0' });
};

const { services } = readCompose();
const { migrate, gateway, worker } = services;

describe.skipIf(!(await hasRegistry()))(
  'what the image holds, made by its script, and its commands as plain processes',
  () => {
    let folder: string;
    let built: Awaited<ReturnType<typeof buildImage>>;
    let place: Place;
    const running: ChildProcess[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hippocamp-image-'));
      built = await buildImage(folder, environment);
      place = await emptyPlace();
    }, 900_000);

    afterEach(() => {
      for (const child of running.splice(0)) child.kill('SIGKILL');
    });

    afterAll(async () => {
      await place?.remove();
      await rm(folder, { recursive: true, force: true });
    });

    const cwd = () => built.hippocamp;

    const settingsOf = (service: typeof gateway, ports: Record<string, string>) => ({
      ...path,
      ...image.environment,
      ...service?.environment,
      ...place.settings,
      HOST: '127.0.0.1',
      ...ports,
    });

    const start = (command: string[] = [], env: Record<string, string | undefined>) => {
      const [program = '', ...rest] = command;
      const child = spawn(program, rest, { cwd: cwd(), env, stdio: 'ignore' });
      running.push(child);
      const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve));
      return { child, ended };
    };

    const isHealthy = (check: string[], env: Record<string, string | undefined>) => async () =>
      (await run(check[0] === 'CMD' ? check.slice(1) : check, { cwd: cwd(), env })).code === 0;

    const startService = async (service: typeof gateway, setting: string, usual: number) => {
      const port = await freePort();
      const env = settingsOf(service, { [setting]: String(port) });
      const check = service?.healthcheck.test?.map((part) => part.replace(`:${usual}/`, `:${port}/`)) ?? [];
      const { child, ended } = start(service?.command, env);
      const healthy = isHealthy(check, env);
      await waitUntil('it is healthy', healthy, {
        deadline: secondsOf(service?.healthcheck.start_period) * 1000,
        every: 500,
      });
      const stop = async () => {
        child.kill('SIGTERM');
        return ended;
      };
      return { url: `http://127.0.0.1:${port}`, stop, healthy };
    };

    it('holds neither sources nor tools', () => {
      for (const path of ['node_modules/vitest', 'node_modules/prisma', 'apps/gateway/src', 'packages/e2e/src']) {
        expect(existsSync(join(cwd(), path))).toBe(false);
      }
    });

    it('runs the model that ships, with the runtime of its own platform alone', async () => {
      const platforms = await readdir(join(cwd(), 'node_modules/onnxruntime-node/bin/napi-v6'));
      expect(platforms).toEqual([process.platform]);
      // `--input-type=module` would reach the model's threads too, which refuse it.
      const program = `(async () => {
        const { createLocalModel } = await import('@hippocamp/adapters/local-model/embedder');
        const model = await createLocalModel({ threads: 1 });
        const [vector] = await model.embed(['Mara is allergic to hazelnuts.'], 'memory');
        process.stdout.write(vector.length + ' of ' + model.dimensions);
        await model.close();
      })()`;
      const command = ['node', '--eval', program];
      expect(await run(command, { cwd: cwd(), env: path })).toEqual({ code: 0, output: '192 of 192' });
    });

    it('migrates, serves, works, is healthy, and stops within its time', async () => {
      for (const answer of ['Migrated:', 'up to date']) {
        const { code, output } = await run(migrate?.command ?? [], { cwd: cwd(), env: settingsOf(migrate, {}) });
        expect(output).toContain(answer);
        expect(code).toBe(0);
      }
      const [served, worked] = await Promise.all([
        startService(gateway, 'PORT', 8080),
        startService(worker, 'WORKER_PORT', 8081),
      ]);
      const make = ['node', 'apps/gateway/dist/keys/main.js', 'create', '--tenant', 'image'];
      const made = await run(make, { cwd: cwd(), env: settingsOf(gateway, {}) });
      const [key = ''] = /hc_\w+/.exec(made.output) ?? [];
      const answer = await fetch(`${served.url}/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ source: 'chat', content: 'Mara is allergic to hazelnuts.' }),
      });
      expect(await answer.json()).toMatchObject({ data: { status: 'done', summary: { accepted: 1 } } });
      const stopped = performance.now();
      expect(await Promise.all([served.stop(), worked.stop()])).toEqual([0, 0]);
      expect(performance.now() - stopped).toBeLessThan(1000 * secondsOf(gateway?.stop_grace_period));
      expect(await served.healthy()).toBe(false);
    });

    it('serves alone too, with everything in its folder', async () => {
      const port = String(await freePort());
      const env = { ...path, ...image.environment, HOST: '127.0.0.1', PORT: port, HIPPOCAMP_DATA: built.data };
      const { child, ended } = start(image.command, env);
      await waitUntil('it is healthy', isHealthy(image.healthCheck, env), { deadline: 60_000, every: 500 });
      expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toMatchObject({ mode: 'embedded' });
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    });
  },
);
