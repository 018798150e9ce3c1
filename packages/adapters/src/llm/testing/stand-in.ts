import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

interface Message {
  role: string;
  content: string;
}

/** A request that the server got. */
export interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    messages: Message[];
    response_format?: { type?: string; json_schema?: { name?: string } };
  } & Record<string, unknown>;
}

/** Answers one request in a way of its own. */
export type Fault = (response: ServerResponse, asked: Asked) => void;

interface Replayed {
  said: string;
  statements: { content: string; span?: string; tier: string; tags: string[] }[];
}

const replay: Replayed[] = JSON.parse(
  readFileSync(new URL('../../../src/llm/testing/replay.json', import.meta.url), 'utf8'),
);

const rated = { importance: 0.6, confidence: 0.9, rationale: 'A fact of theirs.' };

/** The answer of a good model: the statements that the replay has of a text, in its order. */
const statementsOf = (text: string) =>
  replay
    .filter(({ said }) => text.includes(said))
    .sort((first, second) => text.indexOf(first.said) - text.indexOf(second.said))
    .flatMap(({ said, statements }) => statements.map((each) => ({ span: said, ...rated, ...each })));

/** The pieces of a request, a line for each. */
export const textIn = ({ body }: Asked): string => {
  const { pieces } = JSON.parse(body.messages.at(-1)?.content ?? '{"pieces":[]}') as { pieces: { text: string }[] };
  return pieces.map(({ text }) => text).join('\n');
};

export const sendJson = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** A completion with this content, as OpenAI gives it. */
export const completionOf = (content: unknown, finishReason = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'stand-in',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
});

/** Answers with this, whatever was asked. */
export const answering =
  (content: unknown): Fault =>
  (response) =>
    sendJson(response, completionOf(JSON.stringify(content)));

/** Answers with these as the statements, whatever was asked. */
export const telling = (statements: unknown): Fault => answering({ statements });

/** Makes an answer of the data of a question, which is its last message. */
type Answer = (data: Record<string, unknown>, asked: Asked) => unknown;

/** By the name of the schema of what is asked: what says nothing of claims, and distils nothing. */
const untaught: Record<string, Answer> = {
  statements: (_data, asked) => ({ statements: statementsOf(textIn(asked)) }),
  stances: () => ({ stances: [] }),
  sentences: () => ({ sentences: [] }),
};

/** A server with the chat interface of OpenAI whose model replays good answers, and which fails as it is told. */
export async function startStandIn() {
  const requests: Asked[] = [];
  const faults: Fault[] = [];
  const answers = { ...untaught };
  const taught = (asked: Asked) => {
    const { messages, response_format: format } = asked.body;
    return answers[format?.json_schema?.name ?? 'statements']?.(JSON.parse(messages.at(-1)?.content ?? '{}'), asked);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '', headers } = request;
    const asked: Asked = { path, headers, body: JSON.parse(await textOf(request)) };
    requests.push(asked);
    const fault = faults.shift() ?? answering(taught(asked));
    fault(response, asked);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    url,
    /** How it is asked. */
    server: { url, model: 'stand-in', timeoutMs: 20_000, temperature: 0, contextTokens: 8192, maxTokens: 4096 },
    requests,
    /** Answers the next requests, one each. */
    fail(fault: Fault, times = 1) {
      for (let time = 0; time < times; time += 1) faults.push(fault);
    },
    /** How it answers what has a schema of this name. */
    teach(name: 'statements' | 'stances' | 'sentences', how: Answer) {
      answers[name] = how;
    },
    reset() {
      requests.length = 0;
      faults.length = 0;
    },
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
