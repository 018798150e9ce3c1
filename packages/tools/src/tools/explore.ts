import { operations } from '@hippocamp/shared/operations/table';
import { relation, traversal } from '@hippocamp/shared/schemas/relations';
import { NOTE, note } from '../data.js';
import { fromQuery } from '../from-query.js';
import { findNode, nodeNamed } from '../node-named.js';
import { Refusal } from '../refusal.js';
import { defineTool } from '../tool.js';

const { depth, limit, direction, type } = operations.traverseRelations.query.shape;
const nothingNamed = (name: string) =>
  `Nothing has the name "${name}", letter by letter. recall finds what is said about it; relate makes entities.`;

export const explore = defineTool({
  name: 'explore',
  title: 'Explore',
  description:
    'Follows relations from a person, a thing or a memory: what belongs to it, directly and through others, the nearest first. ' +
    'Call it for questions about how things hang together; recall answers what is said about them.',
  input: operations.traverseRelations.query
    .pick({})
    .extend({ start: nodeNamed, depth: fromQuery(depth), limit: fromQuery(limit), direction, type }),
  output: traversal.extend({
    note,
    relations: relation.omit({ tenantId: true, metadata: true }).array(),
  }),
  effect: 'reads',
  async run({ start, ...bounds }, call) {
    const { client, owner, signal } = call;
    const node = await findNode(start, call);
    if (!node) throw new Refusal(nothingNamed('name' in start ? start.name : ''));
    const request = { ...bounds, ...owner, startType: node.type, startId: node.id };
    const found = await client.relations.traverse(request, { signal });
    return { ...found, note: NOTE };
  },
});
