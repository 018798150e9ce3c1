import type { Service } from '@hippocamp/runtime/service';
import type { Entity } from '@hippocamp/shared/schemas/entities';
import { entityTag, type Handlers, replayed } from '../http/answer.js';

const tagged = (entity: Entity) => ({
  status: 200,
  body: { data: entity },
  headers: { etag: entityTag(entity.version) },
});

type EntityOperation = 'createEntity' | 'listEntities' | 'getEntity' | 'updateEntity' | 'deleteEntity';

export const entityHandlers = ({ entities }: Service): Pick<Handlers, EntityOperation> => ({
  async createEntity({ caller, body }) {
    const once = await entities.create(caller, body);
    const { id, version } = once.result;
    const headers = { location: `/entities/${id}`, etag: entityTag(version), ...replayed(once) };
    return { status: 201, body: { data: once.result }, headers };
  },
  async listEntities({ caller, query }) {
    return { status: 200, body: { data: await entities.list(caller, query) } };
  },
  async getEntity({ caller, params }) {
    return tagged(await entities.get(caller, params.id));
  },
  async updateEntity({ caller, params, body, ifMatch }) {
    return tagged(await entities.update(caller, params.id, body, ifMatch));
  },
  async deleteEntity({ caller, params, ifMatch }) {
    await entities.remove(caller, params.id, ifMatch);
    return { status: 200, body: { data: { deleted: true } } };
  },
});
