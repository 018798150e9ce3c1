import type { Entity } from '@hippocamp/sdk';
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

/** The node, made where nothing has that name yet. */
export async function findOrMakeNode(node: NodeNamed, call: ToolCall): Promise<Node> {
  const found = await findNode(node, call);
  if (found) return found;
  if ('id' in node) return { type: node.nodeType, id: node.id };
  const { client, signal } = call;
  const { id } = await client.entities.create({ name: node.name, type: node.type ?? 'thing' }, { signal });
  return { type: 'entity', id };
}
