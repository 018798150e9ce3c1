import { operations } from '@hippocamp/shared/operations/table';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Connection } from './connection.js';

const argsSchema = operations.buildContext.body.pick({ currentInput: true, goal: true });

/** A prompt to begin with: messages of what is remembered for an input, and the input. */
export function addContextPrompt(
  server: McpServer,
  { client, owner: { ownerEntityId: userEntityId, owner } }: Connection,
): void {
  server.registerPrompt(
    'with_memory',
    {
      title: 'With memory',
      description: 'Your input, with what is remembered for it before it',
      argsSchema,
    },
    async (args, { mcpReq: { signal } }) => {
      const request = { ...args, userEntityId, owner, strategy: { includeSystemPrompt: false } };
      const { messages } = await client.context.build(request, { signal });
      return {
        // A prompt knows users and assistants alone.
        messages: messages.map(({ content: text }) => ({
          role: 'user' as const,
          content: { type: 'text' as const, text },
        })),
      };
    },
  );
}
