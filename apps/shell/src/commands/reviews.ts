import type { Review } from '@hippocamp/sdk';
import { buildCommand, buildRouteMap } from '@stricli/core';
import { connected, ownerOf } from '../connection/connect.js';
import {
  type ConnectionFlags,
  connectionAliases,
  connectionFlags,
  numberFrom,
  type OwnerFlags,
  ownerFlags,
} from '../connection/flags.js';
import { createPrinter, seenText } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { type Tier, tiers } from './tiers.js';

const states = ['open', 'accepted', 'edited', 'rejected', 'any'] as const;

interface ListFlags extends ConnectionFlags, OwnerFlags {
  state: (typeof states)[number];
  limit: number;
}

const columns = [
  { title: 'kind' },
  { title: 'said', grows: true },
  { title: 'accepting it' },
  { title: 'id' },
] as const;

/** Shows what is known of the same, too: nobody can decide by one side alone. */
const saidIn = ({ candidate, memory, others }: Review): string =>
  [candidate?.content ?? memory?.content ?? '', ...others.map(({ content }) => `known: ${content}`)].join('\n');

const rowOf = (review: Review): string[] => {
  const { kind, wouldDo, state, id } = review;
  return [kind, saidIn(review), wouldDo?.action ?? state, id];
};

async function list(this: Shell, flags: ListFlags) {
  const printer = createPrinter(this, flags.json);
  const { state, limit } = flags;
  const answer = await connected(this, flags, ({ client }) =>
    client.reviews.list({ state, limit, ...ownerOf(this, flags) }, { signal: this.signal }),
  );
  if (printer.json) return printer.print(answer);
  if (answer.reviews.length === 0)
    return printer.note(
      answer.nextCursor === null
        ? 'Nothing waits for a decision.'
        : 'Of the newest nothing waits for a decision; GET /reviews leads to older ones, page by page.',
    );
  printer.table(columns, answer.reviews.map(rowOf), { 0: 'yellow', 2: 'cyan', 3: 'dim' });
  const { total } = answer;
  printer.note(
    `${answer.reviews.length} of ${total}. Decide with \`hippocamp reviews accept <id>\`, \`edit <id>\` or \`reject <id>\`.`,
  );
}

const decide = (decision: 'accept' | 'reject') =>
  async function (this: Shell, flags: ConnectionFlags, ...ids: string[]) {
    const printer = createPrinter(this, flags.json);
    const reviews: Review[] = [];
    await connected(this, flags, async ({ client }) => {
      for (const id of ids) reviews.push(await client.reviews[decision](id, { signal: this.signal }));
    });
    if (printer.json) return printer.print(reviews);
    for (const { id, state } of reviews) printer.say(seenText(`${id} ${state}`));
  };

const decision = (name: 'accept' | 'reject', brief: string) =>
  buildCommand({
    func: decide(name),
    parameters: {
      flags: connectionFlags,
      aliases: connectionAliases,
      positional: {
        kind: 'array',
        minimum: 1,
        parameter: { parse: (input: string) => input, brief: 'Of the list', placeholder: 'id' },
      },
    },
    docs: { brief },
  });

interface EditFlags extends ConnectionFlags {
  content?: string;
  tier?: Tier;
  importance?: number;
  tag?: string[];
}

async function edit(this: Shell, flags: EditFlags, id: string) {
  const printer = createPrinter(this, flags.json);
  const { content, tier, importance: importanceScore, tag: tags } = flags;
  const given = Object.entries({ content, tier, importanceScore, tags }).filter(([, value]) => value !== undefined);
  const review = await connected(this, flags, ({ client }) =>
    client.reviews.edit(id, Object.fromEntries(given), { signal: this.signal }),
  );
  if (printer.json) return printer.print(review);
  printer.say(seenText(`${review.id} ${review.state}`));
}

const editing = buildCommand({
  func: edit,
  parameters: {
    flags: {
      content: {
        kind: 'parsed',
        parse: String,
        optional: true,
        brief: 'What is kept in its place',
        placeholder: 'text',
      },
      tier: { kind: 'enum', values: tiers, optional: true, brief: 'Its tier' },
      importance: {
        kind: 'parsed',
        parse: numberFrom(0, 1),
        optional: true,
        brief: 'How much it matters, 0 to 1',
        placeholder: 'number',
      },
      tag: { kind: 'parsed', parse: String, optional: true, variadic: ',', brief: 'Its tags', placeholder: 'tags' },
      ...connectionFlags,
    },
    aliases: connectionAliases,
    positional: {
      kind: 'tuple',
      parameters: [{ parse: String, brief: 'Of the list', placeholder: 'id' }],
    },
  },
  docs: {
    brief: 'Keep it in other words, or in another tier',
    fullDescription:
      'Accepts what waits with what is given in place of what was read: its words, tier, importance or tags.',
  },
});

export const reviewRoutes = buildRouteMap({
  routes: {
    list: buildCommand({
      func: list,
      parameters: {
        flags: {
          state: { kind: 'enum', values: states, default: 'open', brief: 'Those in this state' },
          limit: { kind: 'parsed', parse: numberFrom(1, 100), default: '20', brief: 'How many', placeholder: 'count' },
          ...ownerFlags,
          ...connectionFlags,
        },
        aliases: connectionAliases,
      },
      docs: {
        brief: 'What waits for a decision',
        fullDescription: 'Lists what was not kept, or replaced nothing, because somebody should look at it first.',
      },
    }),
    accept: decision('accept', 'Keep it, or let it replace what it says it replaces'),
    edit: editing,
    reject: decision('reject', 'Leave it out'),
  },
  docs: { brief: 'Decide what was doubtful' },
});
