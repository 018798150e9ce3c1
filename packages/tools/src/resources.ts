import { isHippocampError, type Memory } from '@hippocamp/sdk';
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { Connection, OwnerChoice } from './connection.js';
import { asSeen, NOTE, type Screen, seenMemory } from './data.js';

const LISTED = 50;
const SHOWN = 80;
const mimeType = 'application/json';
const uriOf = (id: string) => `memory://${id}`;

/** The beginning of a text, on one line. */
const titleOf = (content: string) => {
  const line = content.replaceAll('\n', ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1).toWellFormed()}…` : line;
};

const isAbsent = (error: unknown) =>
  isHippocampError(error) && 'problem' in error && ['not-found', 'validation-failed'].includes(String(error.problem));

/** Without an owner a model sees all. */
const isOf = ({ owner, ownerEntityId }: OwnerChoice, memory: Memory) =>
  (ownerEntityId === undefined || memory.ownerEntityId === ownerEntityId) &&
  (owner === undefined || memory.owner === owner);

/** Each memory as a resource, the newest of them listed. */
export function addMemories(server: McpServer, { client, owner }: Connection, screen: Screen): void {
  const list = async () => {
    const { memories } = await client.memories.list({ limit: LISTED, ...owner });
    const shown = await asSeen(seenMemory.array(), seenMemory.array().parse(memories), screen);
    const resources = shown.map(({ id, content, tier, occurredAt }) => {
      return { uri: uriOf(id), name: id, title: titleOf(content), description: `${tier}, ${occurredAt}`, mimeType };
    });
    return { resources };
  };
  const read = async (id: string) => {
    const memory = await client.memories.get(id).catch((error: unknown) => {
      throw isAbsent(error) ? new ResourceNotFoundError(uriOf(id)) : error;
    });
    if (!isOf(owner, memory)) throw new ResourceNotFoundError(uriOf(id));
    return asSeen(seenMemory, seenMemory.parse(memory), screen);
  };
  server.registerResource(
    'memory',
    new ResourceTemplate(uriOf('{id}'), { list }),
    { title: 'Memory', description: 'A memory by its id, as the tools answer it', mimeType },
    async (uri, { id }) => {
      const text = JSON.stringify({ note: NOTE, ...(await read(String(id))) });
      return { contents: [{ uri: uri.href, mimeType, text }] };
    },
  );
}
