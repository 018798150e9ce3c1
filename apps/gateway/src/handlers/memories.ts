import type { Service } from '@hippocamp/runtime/service';
import type { Memory } from '@hippocamp/shared/schemas/memories';
import { entityTag, type Handlers, replayed } from '../http/answer.js';

const tagged = (memory: Memory) => ({
  status: 200,
  body: { data: memory },
  headers: { etag: entityTag(memory.version) },
});

type MemoryOperation =
  | 'createMemory'
  | 'createMemories'
  | 'listMemories'
  | 'memoryStats'
  | 'queryMemories'
  | 'deleteMemories'
  | 'getMemory'
  | 'updateMemory'
  | 'deleteMemory'
  | 'accessMemory'
  | 'memoryHistory'
  | 'forgetMemoryHistory';

export const memoryHandlers = ({ memories, memorySets, queries }: Service): Pick<Handlers, MemoryOperation> => ({
  async createMemory({ caller, body }) {
    const once = await memories.create(caller, body);
    const { id, version } = once.result;
    const headers = { location: `/memories/${id}`, etag: entityTag(version), ...replayed(once) };
    return { status: 201, body: { data: once.result }, headers };
  },
  async createMemories({ caller, body }) {
    const once = await memorySets.createBatch(caller, body.memories);
    return { status: 200, body: { data: once.result }, headers: replayed(once) };
  },
  async listMemories({ caller, query }) {
    return { status: 200, body: { data: await memorySets.list(caller, query) } };
  },
  async memoryStats({ caller, query }) {
    return { status: 200, body: { data: await memorySets.stats(caller, query.days) } };
  },
  async queryMemories({ caller, body }) {
    return { status: 200, body: { data: await queries.query(caller, body) } };
  },
  async deleteMemories({ caller, body }) {
    const once = await memorySets.removeMatching(caller, body);
    return { status: 200, body: { data: once.result }, headers: replayed(once) };
  },
  async getMemory({ caller, params }) {
    return tagged(await memories.get(caller, params.id));
  },
  async updateMemory({ caller, params, body, ifMatch }) {
    return tagged(await memories.update(caller, params.id, body, ifMatch));
  },
  async deleteMemory({ caller, params, ifMatch }) {
    return { status: 200, body: { data: await memories.remove(caller, params.id, ifMatch) } };
  },
  async accessMemory({ caller, params }) {
    const once = await memories.access(caller, params.id);
    return { status: 200, body: { data: once.result }, headers: replayed(once) };
  },
  async memoryHistory({ caller, params, query }) {
    return { status: 200, body: { data: await memories.history(caller, params.id, query) } };
  },
  async forgetMemoryHistory({ caller, params }) {
    return { status: 200, body: { data: await memories.forgetHistory(caller, params.id) } };
  },
});
