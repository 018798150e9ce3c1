import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { settingsSchema } from '@hippocamp/runtime/settings-schema';
import { operations } from '@hippocamp/shared/operations/table';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type ComposeService, readCompose, readText, root, secondsOf } from './compose-file.js';
import { createContextFilter } from './docker-ignore.js';
import { given, image } from './image-file.js';
import { run } from './run.js';

const compose = readCompose();
const services = Object.entries(compose.services);
const service = (name: string): ComposeService => {
  const found = compose.services[name];
  if (!found) throw new Error(`no service ${name}`);
  return found;
};
const ours = ['migrate', 'gateway', 'worker'];
const stages = given('FROM');
const settingNames = Object.keys(settingsSchema.shape);
/** A tag may move to another image, a digest may not. It is that of an index, with an image for each platform. */
const DIGEST = /@sha256:[\da-f]{64}$/;
const fileOf = (command: string[] = []) => String(command[1]).replace('/dist/', '/src/').replace(/\.js$/, '.ts');

describe('docker-compose.yml', () => {
  it('fits the schema of the Compose Specification', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    const validate = ajv.compile(JSON.parse(readText('infra/compose/compose-spec.json')));
    expect(validate({ services: { gateway: { imag: 'hippocamp' } } })).toBe(false);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each(services)('%s has a check of its health, a policy of restarts and a pinned image', (name, given) => {
    const { healthcheck, restart, image } = given;
    const endsByItself = name === 'migrate';
    expect(restart).toBe(endsByItself ? 'no' : 'unless-stopped');
    if (endsByItself) expect(healthcheck.disable).toBe(true);
    else expect(healthcheck).toMatchObject({ test: expect.any(Array), start_period: expect.any(String) });
    if (ours.includes(name)) expect(image).toBe('hippocamp:local');
    else for (const part of [/:v?\d+\.\d+(\.\d+)?-/, DIGEST]) expect(image).toMatch(part);
    expect(given).toMatchObject({ read_only: true });
  });

  it.each(services)('%s has no right that it does not need, and bounds of memory and processes', (name, given) => {
    expect(given).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      pids_limit: expect.any(Number),
    });
    expect(given.mem_limit).toMatch(/^\d+[mg]$/);
    // Both begin as root and need these to become the user of their data.
    const beginsAsRoot = ['postgres', 'redis'].includes(name);
    expect(given.cap_add ?? []).toEqual(beginsAsRoot ? ['CHOWN', 'DAC_READ_SEARCH', 'SETGID', 'SETUID'] : []);
  });

  it.each(services)('%s keeps a bounded log, on the disk that the databases use too', (_, given) => {
    expect(given.logging?.driver).toBe('local');
    expect(given.logging?.options).toEqual({ 'max-size': '50m', 'max-file': '5' });
  });

  it('builds the image of all three once, from a stage that there is', () => {
    const { context, dockerfile, target } = service('migrate').build ?? {};
    expect(context).toBe('.');
    expect(dockerfile).toBe('infra/images/Dockerfile');
    expect(stages.map((stage) => stage.split(' AS ')[1])).toContain(target);
    for (const name of ['gateway', 'worker']) expect(service(name)).toMatchObject({ pull_policy: 'never' });
  });

  it.each(ours)('%s is started by a file that the build makes', (name) => {
    const { command = [] } = service(name);
    expect(command[0]).toBe('node');
    expect(existsSync(new URL(fileOf(command), root))).toBe(true);
  });

  it.each(ours)('%s is given settings that there are, and all three engines', (name) => {
    const environment = service(name).environment ?? {};
    for (const given of Object.keys(environment)) expect(settingNames).toContain(given);
    const parsed = settingsSchema.parse(environment);
    expect(new URL(String(parsed.DATABASE_URL)).hostname).toBe('postgres');
    expect(new URL(String(parsed.REDIS_URL)).hostname).toBe('redis');
    expect(new URL(String(parsed.QDRANT_URL)).hostname).toBe('qdrant');
  });

  it('waits for engines that are healthy and for the migration, on which others must depend for "up --wait" to succeed', () => {
    expect(service('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    for (const name of ['gateway', 'worker']) {
      expect(service(name).depends_on).toEqual({
        migrate: { condition: 'service_completed_successfully' },
        postgres: { condition: 'service_healthy' },
        redis: { condition: 'service_healthy' },
        qdrant: { condition: 'service_healthy' },
      });
    }
  });

  it('publishes the gateway alone, to this machine unless told otherwise', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(published).toEqual(['gateway 127.0.0.1:8080:8080']);
    const open = readCompose({ GATEWAY_ADDRESS: '0.0.0.0', GATEWAY_PORT: '80' });
    expect(open.services.gateway?.ports).toEqual(['0.0.0.0:80:8080']);
  });

  it('answers to the names of this machine alone, unless told otherwise: a web page can let its own name point there', () => {
    const hostsOf = (file: typeof compose) =>
      settingsSchema.parse(file.services.gateway?.environment ?? {}).ALLOWED_HOSTS;
    expect(hostsOf(compose)).toEqual(['localhost', '127.0.0.1', '[::1]']);
    expect(hostsOf(readCompose({ ALLOWED_HOSTS: 'memory.example.org' }))).toEqual(['memory.example.org']);
  });

  it('keeps the engines on a network without a way out', () => {
    expect(compose.networks.engines).toEqual({ internal: true });
    for (const name of ['postgres', 'redis', 'qdrant']) expect(service(name).networks).toEqual(['engines']);
  });

  it.each([
    ['gateway', 'PORT'],
    ['worker', 'WORKER_PORT'],
  ])('asks %s for its readiness on the port that it is given', (name, setting) => {
    const { healthcheck, environment = {} } = service(name);
    const [, path] =
      new RegExp(`'http://127\\.0\\.0\\.1:${environment[setting]}(/\\w+)'`).exec(String(healthcheck.test)) ?? [];
    expect(Object.values(operations).map((operation) => operation.path)).toContain(path);
  });

  it('lets what runs end before it is killed', () => {
    const { STOP_TIMEOUT_SECONDS: stopTimeout } = settingsSchema.parse({});
    for (const name of ['gateway', 'worker']) {
      const { stop_grace_period, init, environment = {} } = service(name);
      expect(init).toBe(true);
      expect(secondsOf(stop_grace_period)).toBeGreaterThan(
        Number(environment.DRAIN_SECONDS) + (2 * stopTimeout) / 1000,
      );
    }
  });

  it('runs two workers, or as many as are asked for', () => {
    expect(service('worker').deploy?.replicas).toBe('2');
    expect(readCompose({ WORKER_REPLICAS: '5' }).services.worker?.deploy?.replicas).toBe('5');
  });

  it('keeps everything of the engines in volumes that have names', () => {
    for (const name of ['postgres', 'redis', 'qdrant']) {
      const volumes = service(name).volumes?.map((volume) => String(volume.split(':')[0])) ?? [];
      expect(volumes.length).toBeGreaterThan(0);
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume);
    }
  });

  it('runs engines of the versions that the service asks for', () => {
    const [, major] = /^postgres:(\d+)\./.exec(service('postgres').image) ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(16);
    const [, minor] = /^qdrant\/qdrant:v1\.(\d+)\./.exec(service('qdrant').image) ?? [];
    expect(Number(minor)).toBeGreaterThanOrEqual(19);
    const redis = service('redis').command?.join(' ');
    expect(redis).toContain('--appendonly yes');
    expect(redis).toContain('--maxmemory-policy noeviction');
  });

  it('lets Redis refuse a job that it has no room for, before its container is killed for want of it', () => {
    const megabytes = (text?: string) => Number(/^(\d+)mb?$/.exec(String(text))?.[1]);
    const of = (file: typeof compose) => {
      const command = file.services.redis?.command ?? [];
      return command[command.indexOf('--maxmemory') + 1];
    };
    expect(megabytes(of(compose))).toBeLessThan(megabytes(service('redis').mem_limit));
    expect(of(readCompose({ REDIS_MAXMEMORY: '700mb' }))).toBe('700mb');
  });

  it.each([
    [200, true],
    [503, false],
  ])('takes a Qdrant whose /readyz answers %i for ready: %s', async (status, ready) => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/readyz' ? status : 404).end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const check = service('qdrant').healthcheck.test?.map((part) => part.replace('6333', String(port))) ?? [];
    const ask = async () => (await run(check.slice(1), { cwd: '/', env: { PATH: '/usr/bin:/bin' } })).code === 0;
    expect(await ask()).toBe(ready);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await ask()).toBe(false);
  });

  it('asks for keys, and has no password of its own: without a file .env it says what makes one', async () => {
    expect(service('gateway').environment).toMatchObject({ AUTH_MODE: 'required' });
    const line = 'POSTGRES_PASSWORD is missing. Make it with `sh infra/compose/make-env.sh > .env`';
    expect(() => readCompose({}, {})).toThrow(line);
    const { output } = await run(['sh', 'infra/compose/make-env.sh'], {
      cwd: fileURLToPath(root),
      env: { PATH: '/usr/bin:/bin' },
    });
    const made = Object.fromEntries(
      output
        .trim()
        .split('\n')
        .map((each) => each.split('=')),
    );
    expect(settingsSchema.parse(readCompose({}, made).services.gateway?.environment).KEY_PEPPER).toMatch(
      /^[0-9a-f]{64}$/,
    );
    expect(new Set(Object.values(made)).size).toBe(4);
  });

  it('takes the passwords of one file for both ends', () => {
    const given = { POSTGRES_PASSWORD: 'p1', REDIS_PASSWORD: 'r1', QDRANT_API_KEY: 'q1' };
    const { postgres, redis, qdrant, gateway } = readCompose(given).services;
    expect(postgres?.environment?.POSTGRES_PASSWORD).toBe('p1');
    expect(redis?.command?.slice(-2)).toEqual(['--requirepass', 'r1']);
    expect(redis?.environment?.REDISCLI_AUTH).toBe('r1');
    expect(qdrant?.environment?.QDRANT__SERVICE__API_KEY).toBe('q1');
    expect(gateway?.environment).toMatchObject({ QDRANT_API_KEY: 'q1' });
    expect(new URL(String(gateway?.environment?.DATABASE_URL)).password).toBe('p1');
    expect(new URL(String(gateway?.environment?.REDIS_URL)).password).toBe('r1');
  });
});

describe('the image', () => {
  it('is made from one pinned image of Node', () => {
    const [base = '', ...others] = new Set(stages.map((stage) => stage.split(' ')[0]));
    expect(base).toMatch(/^node:(20|22|24)\.\d+\.\d+-\w+-slim@/);
    expect(base).toMatch(DIGEST);
    expect(others).toEqual([]);
  });

  it('is made by a script, which the tests run', () => {
    expect(given('RUN')).toEqual(['infra/images/build.sh /image']);
  });

  it('runs as a user without rights, with settings that there are', () => {
    expect(given('USER')).toEqual(['node']);
    // The C library and Node read them, not the service: they limit the arenas of malloc and the young generation.
    const { GLIBC_TUNABLES: _malloc, NODE_OPTIONS: _node, ...settings } = image.environment;
    for (const name of Object.keys(settings)) expect(settingNames).toContain(name);
    expect(image.command).toEqual(service('gateway').command);
    expect(image.healthCheck.join()).toContain('/readyz');
  });

  it('installs with the npm that wrote the lock', () => {
    const { packageManager } = JSON.parse(readText('package.json')) as { packageManager: string };
    const used = readText('infra/images/build.sh').match(/npm@[\d.]+/g) ?? [];
    expect(new Set(used)).toEqual(new Set([packageManager]));
  });

  it('is built from sources alone', () => {
    const takes = createContextFilter(readText('.dockerignore'));
    const sources = [
      'LICENSE',
      'THIRD_PARTY_NOTICES.md',
      'package-lock.json',
      'apps/worker/src/migrate.ts',
      'packages/db/prisma/schema.prisma',
      'packages/e2e/package.json',
      'tools/absent/package.json',
      'infra/images/build.sh',
      'infra/images/keep-runtime.sh',
    ];
    const others = [
      '.git/config',
      '.env',
      'apps/gateway/dist/main.js',
      'apps/worker/node_modules/x',
      'packages/e2e/src/client.ts',
      'packages/core/src/testing/clock.ts',
      'docs/settings.md',
    ];
    expect(sources.filter(takes)).toEqual(sources);
    expect(others.filter(takes)).toEqual([]);
  });
});
