import { buildCommand } from '@stricli/core';
import { connected, ownerOf } from '../connection/connect.js';
import {
  type ConnectionFlags,
  connectionAliases,
  connectionFlags,
  isoTime,
  numberFrom,
  type OwnerFlags,
  optionalText,
  ownerFlags,
} from '../connection/flags.js';
import { createPrinter } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { type Tier, tierFlag, tiers } from './tiers.js';
import { asText, words } from './words.js';

interface Flags extends ConnectionFlags, OwnerFlags {
  limit: number;
  tier?: Tier[] | undefined;
  tag?: string[] | undefined;
  session?: string | undefined;
  asOf?: string | undefined;
  minScore?: number | undefined;
}

async function query(this: Shell, flags: Flags, ...text: string[]) {
  const printer = createPrinter(this, flags.json);
  const { limit: k, asOf, minScore, tag: tags, session: sessionId, tier } = flags;
  const given = { tiers: tier, tags, sessionId, asOf, minScore, ...ownerOf(this, flags) };
  const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const answer = await connected(this, flags, ({ client }) =>
    client.memories.query({ text: asText(text), k, ...filters }, { signal: this.signal }),
  );
  if (printer.json) return printer.print(answer);
  if (answer.degraded) printer.note(`Not available: ${answer.degraded.join(', ')}; the order may be worse than usual.`);
  if (answer.results.length === 0) return printer.note('Nothing was found.');
  const rows = answer.results.map(({ memory, score }) => [
    score.toFixed(2),
    memory.tier,
    memory.occurredAt.slice(0, 10),
    memory.content,
    memory.id,
  ]);
  const columns = [
    { title: 'score', align: 'right' },
    { title: 'tier' },
    { title: 'when' },
    { title: 'memory', grows: true },
    { title: 'id' },
  ] as const;
  printer.table(columns, rows, { 0: 'cyan', 1: 'magenta', 2: 'dim', 4: 'dim' });
}

export const queryCommand = buildCommand({
  func: query,
  parameters: {
    flags: {
      limit: {
        kind: 'parsed',
        parse: numberFrom(1, 100),
        default: '10',
        brief: 'How many at most',
        placeholder: 'count',
      },
      tier: tierFlag,
      tag: {
        kind: 'parsed',
        parse: (input: string) => input,
        optional: true,
        variadic: ',',
        brief: 'Any of these tags',
        placeholder: 'tags',
      },
      session: optionalText('Of this session alone', 'id'),
      asOf: {
        kind: 'parsed',
        parse: isoTime,
        optional: true,
        brief: 'The facts as they were valid at this time',
        placeholder: 'time',
      },
      minScore: {
        kind: 'parsed',
        parse: numberFrom(0, 1),
        optional: true,
        brief: 'Nothing below this score, 0 to 1',
        placeholder: 'score',
      },
      ...ownerFlags,
      ...connectionFlags,
    },
    aliases: { ...connectionAliases, k: 'limit' },
    positional: words('What is asked', 'question'),
  },
  docs: {
    brief: 'Find memories by what they mean',
    fullDescription: [
      'Finds memories by what they mean, how recent and how important they are.',
      '',
      '  hippocamp query Where does Ann live?',
      `  hippocamp query --tier ${tiers[0]} -k 3 invoices`,
      "  hippocamp query --as-of 2026-01-01 'Who is our supplier?' | jq -r '.results[].memory.content'",
    ].join('\n'),
  },
});
