import { operations } from '@hippocamp/shared/operations/table';
import { relation } from '@hippocamp/shared/schemas/relations';
import { findOrMakeNode, nodeNamed } from '../node-named.js';
import { defineTool } from '../tool.js';

export const relate = defineTool({
  name: 'relate',
  title: 'Relate',
  description:
    'Records that two things belong together, such as Ann works_at Acme, or that a memory is about a project. ' +
    'An entity that nothing has the name of yet is made. The same relation again changes its weight and nothing else.',
  input: operations.createRelation.body.pick({ type: true, weight: true }).extend({ from: nodeNamed, to: nodeNamed }),
  output: relation.omit({ tenantId: true, metadata: true }),
  effect: 'adds',
  async run({ from, to, ...edge }, call) {
    const { client, signal } = call;
    const [source, target] = [await findOrMakeNode(from, call), await findOrMakeNode(to, call)];
    const ends = { fromType: source.type, fromId: source.id, toType: target.type, toId: target.id };
    return client.relations.create({ ...edge, ...ends }, { signal });
  },
});
