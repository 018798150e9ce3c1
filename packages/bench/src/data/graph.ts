import { createIds } from '@hippocamp/runtime/clock-and-ids';
import { createRandom } from '../quality/random.js';

export interface GeneratedGraph {
  entities: ReturnType<typeof entity>[];
  relations: ReturnType<typeof relation>[];
}

const entity = (id: string, index: number, at: Date) => ({
  id,
  type: 'person',
  name: `Person ${index}`,
  externalId: null,
  properties: {},
  tags: [],
  createdAt: at,
  updatedAt: at,
  version: 1,
  fromMentions: false,
});

const relation = (id: string, fromId: string, toId: string, createdAt: Date) => ({
  id,
  type: 'knows',
  fromType: 'entity' as const,
  fromId,
  toType: 'entity' as const,
  toId,
  weight: 1,
  metadata: {},
  createdAt,
});

/** Relations between entities drawn at random, the same in every run but for their ids; few pairs are drawn twice. */
export function generateGraph(entityCount: number, relationCount: number, at: Date): GeneratedGraph {
  const ids = createIds();
  const random = createRandom(7);
  const entities = Array.from({ length: entityCount }, (_, index) => entity(ids.next(), index, at));
  const draw = () => entities[Math.floor(random() * entityCount)]?.id ?? '';
  const relations = Array.from({ length: relationCount }, () => relation(ids.next(), draw(), draw(), at));
  return { entities, relations };
}
