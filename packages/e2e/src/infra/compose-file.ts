import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const root = new URL('../../../../', import.meta.url);

export const readText = (path: string): string => readFileSync(new URL(path, root), 'utf8');

export interface HealthCheck {
  test?: string[];
  disable?: boolean;
  interval?: string;
  start_period?: string;
}

export interface ComposeService {
  image: string;
  build?: { context: string; dockerfile: string; target: string };
  pull_policy?: string;
  command?: string[];
  environment?: Record<string, string>;
  healthcheck: HealthCheck;
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  volumes?: string[];
  tmpfs?: string[];
  networks: string[];
  restart: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  mem_limit?: string;
  pids_limit?: number;
  init?: boolean;
  logging?: { driver: string; options: Record<string, string> };
  stop_grace_period?: string;
  deploy?: { replicas: string };
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  networks: Record<string, { internal?: boolean }>;
}

/** A variable with a default or an error message, or an escaped dollar; docker-compose.yml uses no other form. */
const variable = /\$\$|\$\{(\w+):([-?])([^}]*)\}/g;

const fill = (text: string, variables: Record<string, string>) =>
  text.replaceAll(variable, (found, name: string, form: string, value: string) => {
    if (found === '$$') return '$';
    if (variables[name] === undefined && form === '?') throw new Error(`${name} ${value}`);
    return variables[name] ?? value;
  });

const interpolate = (value: unknown, variables: Record<string, string>): unknown => {
  if (typeof value === 'string') return fill(value, variables);
  if (Array.isArray(value)) return value.map((item) => interpolate(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolate(item, variables)]));
};

/** The variables that have no default. */
const secrets = { POSTGRES_PASSWORD: 'p', REDIS_PASSWORD: 'r', QDRANT_API_KEY: 'q', KEY_PEPPER: 'k'.repeat(64) };

/** docker-compose.yml as Compose reads it: anchors merged, variables filled in. */
export const readCompose = (
  variables: Record<string, string> = {},
  made: Record<string, string> = secrets,
): ComposeFile =>
  interpolate(parse(readText('docker-compose.yml'), { merge: true }), { ...made, ...variables }) as ComposeFile;

export const secondsOf = (time = ''): number => {
  const [, number, unit] = /^(\d+)([sm])$/.exec(time) ?? [];
  return Number(number) * (unit === 'm' ? 60 : 1);
};
