import { readFileSync } from 'node:fs';
import { type AnswerTo, type AskedWith, sendJson, startStandInServer } from '../../testing/stand-in-server.js';

interface Message {
  role: string;
  content: string;
}

/** What the server was asked. */
export type Asked = AskedWith<{ model: string; messages: Message[]; response_format?: unknown }>;

/** Answers one request in a way of its own. */
export type Fault = AnswerTo<Asked['body']>;

interface Replayed {
  said: string;
  statements: { content: string; span?: string; tier: string; tags: string[] }[];
}

const replay: Replayed[] = JSON.parse(
  readFileSync(new URL('../../../src/llm/testing/replay.json', import.meta.url), 'utf8'),
);

const rated = { importance: 0.6, confidence: 0.9, rationale: 'A fact of theirs.' };

/** What a good model tells of a text: what the replay has of it, in its order. */
const statementsOf = (text: string) =>
  replay
    .filter(({ said }) => text.includes(said))
    .sort((first, second) => text.indexOf(first.said) - text.indexOf(second.said))
    .flatMap(({ said, statements }) => statements.map((each) => ({ span: said, ...rated, ...each })));

/** What stands in the pieces of a request, a line for each. */
export const textIn = ({ body }: Asked): string => {
  const { pieces } = JSON.parse(body.messages.at(-1)?.content ?? '{"pieces":[]}') as { pieces: { text: string }[] };
  return pieces.map(({ text }) => text).join('\n');
};

/** A completion with this content, as OpenAI gives it. */
export const completionOf = (content: unknown, finishReason = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'stand-in',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
});

/** Answers with these as the statements, whatever was asked. */
export const telling =
  (statements: unknown): Fault =>
  (response) =>
    sendJson(response, completionOf(JSON.stringify({ statements })));

/** A server with the chat interface of OpenAI whose model replays good answers, and which fails as it is told. */
export const startStandIn = () =>
  startStandInServer<Asked['body']>((response, asked) => telling(statementsOf(textIn(asked)))(response, asked));
