import type { GraphNode, RelationRecord, TraversalRequest } from '../../ports/records.js';

export const keyOf = ({ type, id }: GraphNode) => `${id}/${type}`;
const from = ({ fromType, fromId }: RelationRecord): GraphNode => ({ type: fromType, id: fromId });
const to = ({ toType, toId }: RelationRecord): GraphNode => ({ type: toType, id: toId });

/** Where a relation leads to from a node. */
const leads = (relation: RelationRecord, key: string, { direction, type }: TraversalRequest): string[] => {
  if (type !== undefined && relation.type !== type) return [];
  return [
    ...(direction !== 'incoming' && keyOf(from(relation)) === key ? [keyOf(to(relation))] : []),
    ...(direction !== 'outgoing' && keyOf(to(relation)) === key ? [keyOf(from(relation))] : []),
  ];
};

export interface ModelTraversal {
  /** Key and depth, in order. */
  nodes: [key: string, depth: number][];
  relations: string[];
  truncated: boolean;
}

/** The same by a queue: breadth first, those of one depth in order of their keys. */
export function walkBreadthFirst(relations: readonly RelationRecord[], request: TraversalRequest): ModelTraversal {
  const depths = new Map([[keyOf(request.start), 0]]);
  const met: { relation: string; other: string }[] = [];
  let front = [keyOf(request.start)];
  let truncated = false;
  for (let depth = 1; depth <= request.depth && front.length > 0 && !truncated; depth += 1) {
    const steps = front.flatMap((key) =>
      relations.flatMap((relation) => leads(relation, key, request).map((other) => ({ relation: relation.id, other }))),
    );
    met.push(...steps);
    const fresh = [...new Set(steps.map(({ other }) => other))].filter((key) => !depths.has(key)).sort();
    front = fresh.slice(0, request.limit - depths.size);
    truncated = front.length < fresh.length;
    for (const key of front) depths.set(key, depth);
  }
  const followed = met.filter(({ other }) => depths.has(other)).map(({ relation }) => relation);
  return { nodes: [...depths], relations: [...new Set(followed)].sort(), truncated };
}
