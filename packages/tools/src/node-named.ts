import { createHash } from 'node:crypto';
import { type AnswerHead, type Entity, HippocampProblem } from '@hippocamp/sdk';
import { operations } from '@hippocamp/shared/operations/table';
import { nodeType } from '@hippocamp/shared/schemas/relations';
import { z } from 'zod';
import { Refusal } from './refusal.js';
import type { ToolCall } from './tool.js';

const { name, type } = operations.createEntity.body.shape;
const { startId } = operations.traverseRelations.query.shape;

/** A node of the graph as a model names it: a person or thing by its name, or anything by its id. */
export const nodeNamed = z.union([
  z
    .strictObject({ name, type: type.optional().describe('Such as person, team, project, place') })
    .describe('Somebody or something, by its name'),
  z.strictObject({ nodeType, id: startId }).describe('A memory, an entity or an artifact, by its id'),
]);
type NodeNamed = z.output<typeof nodeNamed>;

interface Node {
  type: z.output<typeof nodeType>;
  id: string;
}

const choiceOf = ({ id, type: kind, tags }: Entity) => `${id} (${[kind, ...tags].join(', ')})`;

const onlyOne = (found: readonly Entity[], wanted: string): Entity | undefined => {
  const [first, ...others] = found;
  if (others.length === 0) return first;
  throw new Refusal(
    `There are several entities with the name "${wanted}": ${found.map(choiceOf).join('; ')}. ` +
      'Call the tool again with {"nodeType": "entity", "id": …} of the one that is meant, or with its type.',
  );
};

/** The node, or undefined where nothing has that name. */
export async function findNode(node: NodeNamed, { client, signal }: ToolCall): Promise<Node | undefined> {
  if ('id' in node) return { type: node.nodeType, id: node.id };
  const { entities } = await client.entities.list({ name: node.name, type: node.type, limit: 10 }, { signal });
  const entity = onlyOne(entities, node.name);
  return entity && { type: 'entity', id: entity.id };
}

/** The answers to a key that are out of date before a name is made without one: each time it was made, it was removed or renamed. */
const MOST_MADE = 8;

/** The same for the same name, so that of several calls at once the service makes it for one and tells the others. */
const keyOf = (body: object, made: number) =>
  `relate-${createHash('sha256').update(JSON.stringify(body)).digest('hex')}-${made}`;

/** The service has forgotten the answer to the key, since what was made then was removed, or knows the key from elsewhere. */
const isOutOfDate = (error: unknown) =>
  error instanceof HippocampProblem && ['conflict', 'idempotency-key-reused'].includes(error.problem);

async function makeNode(named: Extract<NodeNamed, { name: string }>, call: ToolCall): Promise<Node> {
  const { client, signal } = call;
  const body = { name: named.name, type: named.type ?? 'thing' };
  for (let made = 0; made < MOST_MADE; made += 1) {
    let isReplayed = false;
    const onAnswer = ({ replayed }: AnswerHead) => {
      isReplayed = replayed;
    };
    const options = { signal, idempotencyKey: keyOf(body, made), onAnswer };
    const entity = await client.entities.create(body, options).catch((error: unknown) => {
      if (isOutOfDate(error)) return null;
      throw error;
    });
    if (entity && !isReplayed) return { type: 'entity', id: entity.id };
    // It may have another name by now.
    const found = entity && (await findNode(named, call));
    if (found) return found;
  }
  return { type: 'entity', id: (await client.entities.create(body, { signal })).id };
}

/** The node, made where nothing has that name yet. */
export async function findOrMakeNode(node: NodeNamed, call: ToolCall): Promise<Node> {
  if ('id' in node) return { type: node.nodeType, id: node.id };
  return (await findNode(node, call)) ?? makeNode(node, call);
}
