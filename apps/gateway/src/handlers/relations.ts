import type { Service } from '@hippocamp/runtime/service';
import { type Handlers, replayed } from '../http/answer.js';

type RelationOperation = 'createRelation' | 'listRelations' | 'traverseRelations' | 'getRelation' | 'deleteRelation';

export const relationHandlers = ({ relations }: Service): Pick<Handlers, RelationOperation> => ({
  async createRelation({ caller, body }) {
    const once = await relations.put(caller, body);
    const { relation, created } = once.result;
    const headers = { location: `/relations/${relation.id}`, ...replayed(once) };
    return { status: created ? 201 : 200, body: { data: relation }, headers };
  },
  async listRelations({ caller, query }) {
    return { status: 200, body: { data: await relations.list(caller, query) } };
  },
  async traverseRelations({ caller, query }) {
    return { status: 200, body: { data: await relations.traverse(caller, query) } };
  },
  async getRelation({ caller, params }) {
    return { status: 200, body: { data: await relations.get(caller, params.id) } };
  },
  async deleteRelation({ caller, params }) {
    await relations.remove(caller, params.id);
    return { status: 200, body: { data: { deleted: true } } };
  },
});
