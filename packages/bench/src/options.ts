import { parseArgs } from 'node:util';

export const partNames = [
  'start',
  'memory',
  'footprint',
  'install',
  'speed',
  'requests',
  'ingest',
  'graph',
  'lifecycle',
  'production',
  'stalls',
  'faults',
  'fairness',
  'flood',
  'foreign-ids',
  'filling',
  'import',
  'answers',
  'languages',
  'teams',
  'ingest-quality',
  'llm',
  'llm-hanging',
  'whole-way',
  'quality',
] as const;
export type Part = (typeof partNames)[number];

const embedderNames = ['local', 'words'] as const;
export type EmbedderName = (typeof embedderNames)[number];

export interface Options {
  parts: ReadonlySet<Part>;
  /** Speed: memories of each tenant, ascending; a data folder to keep; a file for the plot. */
  speedSizes: number[];
  folder: string | undefined;
  plot: string | undefined;
  /** Memories of each tenant that is asked, largest first. */
  sizes: number[];
  passes: number;
  /** Limits of one latency in one pass. */
  requests: number;
  seconds: number;
  runs: number;
  /** Open loop: shares of saturation, sizes of tenants, seconds of each. */
  rates: number[];
  openSizes: number[];
  openSeconds: number;
  /** Production mode: memories of the tenant, ingests of a burst, seconds of each load. */
  productionSize: number;
  burst: number;
  loadSeconds: number;
  /** Footprint: ingests before the memory is read again. */
  ingests: number;
  /** Lifecycle: memories of the tenant. */
  aged: number;
  /** Filling: memories of the tenant whose index is lost. */
  filled: number;
  imported: number;
  /** Stalls, faults: a part of the names to try; undefined for all. */
  only: string | undefined;
  /** Faults: the page to write. */
  page: string | undefined;
  /** Answers, languages, teams, import: the embedder; the other parts use word vectors. */
  embedder: EmbedderName;
  /** Quality, footprint: the embedders to measure in turn. */
  embedders: readonly EmbedderName[];
  /** Quality: the file of conversations and questions. */
  set: string | undefined;
  /** Whole way: files of talks and questions, talks of each, and messages told beside them (0 for none). */
  sets: readonly string[];
  conversations: number;
  messages: number;
  calibrate: boolean;
  json: string | undefined;
  help: boolean;
}

export const usage = `usage: npm run bench -- [start] [memory] [footprint] [install] [speed] [requests] [ingest] [graph] [lifecycle] [production] [stalls] [faults] [fairness] [flood] [foreign-ids] [filling] [import] [answers] [languages] [teams] [ingest-quality] [llm] [llm-hanging] [whole-way] [quality] [options]

Without a part: start, memory, requests, ingest, graph and production. speed asks tenants of 100 to 100,000 memories for ten minutes;
requests are all kinds of them, one at a time. answers asks small worlds of texts that ship with it, languages those of them that are not in English; teams lets
three teams tell what they write and ask later; ingest-quality measures what is kept of labelled texts, see packages/bench/labelled, with LLM_URL and LLM_MODEL
by that language model too; llm measures what that model adds to what the local reader keeps of 25 texts, llm-hanging what one that hangs costs a neighbour. whole-way sends labelled talks that ship, and those of each --set, through ingest and as they are, and asks both. quality needs --set, faults, fairness and filling the programs
postgres and redis-server, production, import and the second halves of stalls and footprint a PostgreSQL and a Redis: DATABASE_URL, REDIS_URL and QDRANT_URL, or the programs of this machine and a double of Qdrant.
  --speed-sizes 100,10000,100000 speed: memories of its tenants; the most of them once more, over many tenants
  --quick                        speed: leaves out tenants of more than 10,000
  --folder <folder>              speed: fills this folder, and finds it filled the next time
  --plot <file.svg>              speed: draws how a query grows with its tenant
  --sizes 100,1000,10000,50000   requests, memory: memories of the tenants that are asked
  --passes 3                     times that each latency is measured
  --requests 100 --seconds 5     most of one latency in one pass
  --requests 100                 foreign-ids: a tenth of how often each is asked
  --runs 5                       of each start
  --rates 0.25,0.5,0.75,0.9      open loop: arrivals as shares of saturation (none: 0); production too
  --open-sizes 1000,10000        open loop: which tenants
  --open-seconds 15              open loop, flood: length of each; speed: of each kind of query, all passes together
  --production-size 1000         production: memories of the tenant that is asked
  --burst 150                    production: ingests that wait when the workers begin; fairness: of the flood
  --load-seconds 4               production: length of each open loop
  --ingests 1500                 footprint: texts that are ingested before the memory is read again, without the models that ship and with them, and in production mode
  --aged 100000                  memories of the tenant that lifecycle ages
  --filled 10000                 filling: memories of the tenant whose index is lost
  --imported 1000                import: memories that 1, 2 and 4 workers bring into the index
  --only ingest                  stalls, faults: those with that in their name
  --page docs/reliability.md     faults: writes their table there
  --embedder local               answers, languages, teams, import, footprint, quality: or words (the last two: both where it is left out); the other parts measure with word vectors
  --set <file.json>              quality: conversations and questions in LoCoMo's form; --calibrate proposes constants
  --set <file> --set <file>      whole-way: talks in the form of LoCoMo or LongMemEval; --conversations 5: no more than that of each
  --messages 10000               whole-way: tells so many messages more, made of the talks that ship, with and without an assistant's; rows, bytes and time of a query
  --json <file>                  writes all figures there too
`;

/** Its message is for the caller; no stack is printed. */
export class UsageError extends Error {}

const positive = (name: string, given: string): number => {
  const value = Number(given);
  if (given.trim() === '' || !(value >= 0)) throw new UsageError(`--${name} needs a number, not “${given}”`);
  return value;
};

const numbers = (name: string, given: string): number[] =>
  given
    .split(',')
    .map((each) => positive(name, each))
    .filter((value) => value > 0);

const isPart = (name: string): name is Part => (partNames as readonly string[]).includes(name);

const readParts = (given: readonly string[], set: string | undefined): Set<Part> => {
  const unknown = given.find((name) => !isPart(name));
  if (unknown !== undefined) throw new UsageError(`there is no part “${unknown}”; there are ${partNames.join(', ')}`);
  const parts = new Set<Part>(
    given.length > 0 ? given.filter(isPart) : ['start', 'memory', 'requests', 'ingest', 'graph', 'production'],
  );
  if (given.length === 0 && set !== undefined) parts.add('quality');
  if (parts.has('quality') && set === undefined)
    throw new UsageError("quality needs --set <file of conversations in LoCoMo's form>");
  return parts;
};

const definitions = {
  'speed-sizes': { type: 'string', default: '100,10000,100000' },
  quick: { type: 'boolean', default: false },
  folder: { type: 'string' },
  plot: { type: 'string' },
  sizes: { type: 'string', default: '100,1000,10000,50000' },
  passes: { type: 'string', default: '3' },
  requests: { type: 'string', default: '100' },
  seconds: { type: 'string', default: '5' },
  runs: { type: 'string', default: '5' },
  rates: { type: 'string', default: '0.25,0.5,0.75,0.9' },
  'open-sizes': { type: 'string', default: '1000,10000' },
  'open-seconds': { type: 'string', default: '15' },
  'production-size': { type: 'string', default: '1000' },
  burst: { type: 'string', default: '150' },
  'load-seconds': { type: 'string', default: '4' },
  ingests: { type: 'string', default: '1500' },
  aged: { type: 'string', default: '100000' },
  filled: { type: 'string', default: '10000' },
  imported: { type: 'string', default: '1000' },
  only: { type: 'string' },
  page: { type: 'string' },
  embedder: { type: 'string' },
  set: { type: 'string', multiple: true },
  conversations: { type: 'string' },
  messages: { type: 'string', default: '0' },
  calibrate: { type: 'boolean', default: false },
  json: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const parse = (given: readonly string[]) => {
  try {
    return parseArgs({ args: [...given], options: definitions, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

const QUICK = 10_000;

function readSpeedSizes(given: string, isQuick: boolean): number[] {
  const sizes = numbers('speed-sizes', given).filter((size) => !isQuick || size <= QUICK);
  if (sizes.length === 0) throw new UsageError('--speed-sizes needs at least one size');
  return sizes.sort((first, second) => first - second);
}

function readEmbedders(given: string | undefined): readonly EmbedderName[] {
  if (given === undefined) return embedderNames;
  const named = embedderNames.filter((name) => name === given);
  if (named.length > 0) return named;
  throw new UsageError(`--embedder is local or words, not “${given}”`);
}

export function readOptions(given: readonly string[]): Options {
  const { values, positionals } = parse(given);
  const sizes = numbers('sizes', values.sizes).sort((first, second) => second - first);
  if (sizes.length === 0) throw new UsageError('--sizes needs at least one size');
  const embedders = readEmbedders(values.embedder);
  return {
    parts: readParts(positionals, values.set?.[0]),
    speedSizes: readSpeedSizes(values['speed-sizes'], values.quick),
    folder: values.folder,
    embedder: embedders[0] ?? 'local',
    embedders,
    plot: values.plot,
    sizes,
    passes: Math.max(1, positive('passes', values.passes)),
    requests: Math.max(1, positive('requests', values.requests)),
    seconds: positive('seconds', values.seconds),
    runs: Math.max(1, positive('runs', values.runs)),
    rates: numbers('rates', values.rates),
    openSizes: numbers('open-sizes', values['open-sizes']).filter((size) => sizes.includes(size)),
    openSeconds: positive('open-seconds', values['open-seconds']),
    productionSize: Math.max(1, positive('production-size', values['production-size'])),
    burst: Math.max(1, positive('burst', values.burst)),
    loadSeconds: positive('load-seconds', values['load-seconds']),
    ingests: Math.max(1, positive('ingests', values.ingests)),
    aged: Math.max(1, positive('aged', values.aged)),
    filled: Math.max(1, positive('filled', values.filled)),
    imported: Math.max(1, positive('imported', values.imported)),
    only: values.only,
    page: values.page,
    set: values.set?.[0],
    sets: values.set ?? [],
    conversations:
      values.conversations === undefined ? Number.POSITIVE_INFINITY : positive('conversations', values.conversations),
    messages: positive('messages', values.messages),
    calibrate: values.calibrate,
    json: values.json,
    help: values.help,
  };
}
