import type { McpServer, StandardSchemaWithJSON, ToolCallback } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Connection } from './connection.js';
import { asSeen, type Screen } from './data.js';
import { explain } from './explain.js';
import { withoutPatterns } from './without-patterns.js';

export interface ToolCall extends Connection {
  /** Ends with the call. */
  signal: AbortSignal;
}

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  title: string;
  /** For the model: when to use it, and what comes back. */
  description: string;
  /** Made of the schemas of operations, as the output. */
  input: Input;
  output: Output;
  /** `destructive`: what was there may be gone after it. */
  effect: 'reads' | 'adds' | 'destructive';
  /** The answer of the service may hold more than the output: the rest is left out. */
  run(args: z.output<Input>, call: ToolCall): Promise<z.input<Output>>;
}

/** A tool, to be given to a server. */
export type Tool = (server: McpServer, connection: Connection, screen: Screen) => void;

/** All of them may be called again with the same arguments: what is there already is not added twice, what is gone stays so. */
const annotationsOf = (effect: ToolDefinition<z.ZodObject, z.ZodObject>['effect']) => ({
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'destructive',
  idempotentHint: true,
  openWorldHint: false,
});

const textOf = ({ note, ...answer }: Record<string, unknown>) => {
  const json = JSON.stringify(answer);
  return typeof note === 'string' ? `${note}\n${json}` : json;
};

export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>({
  name,
  title,
  description,
  input,
  output,
  effect,
  run,
}: ToolDefinition<Input, Output>): Tool => {
  // For all servers: over HTTP each request has one of its own.
  const config = {
    title,
    description,
    inputSchema: withoutPatterns(input),
    outputSchema: withoutPatterns(output),
    annotations: annotationsOf(effect),
  };
  return (server, connection, screen) => {
    const call: ToolCallback<StandardSchemaWithJSON> = async (args, { mcpReq: { signal } }) => {
      try {
        const answer = await asSeen(
          output,
          output.parse(await run(args as z.output<Input>, { ...connection, signal })),
          screen,
        );
        return { content: [{ type: 'text', text: textOf(answer) }], structuredContent: answer };
      } catch (error) {
        signal.throwIfAborted();
        const text = await asSeen(z.string(), explain(error, effect !== 'reads'), screen);
        return { content: [{ type: 'text', text }], isError: true };
      }
    };
    server.registerTool(name, config, call);
  };
};
