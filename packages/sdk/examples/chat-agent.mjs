import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createHippocamp } from '@hippocamp/sdk';

/**
 * A chat agent that remembers: `node chat-agent.mjs --user Ann`, with a service at `--url`. Each line is a turn. The next time it
 * is started, it knows what it was told before.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    tenant: { type: 'string', default: 'chat-agent' },
    user: { type: 'string', default: 'Ann' },
  },
});

const memory = createHippocamp({ baseUrl: values.url, tenant: values.tenant });

/** In place of a model: says all that it was given to remember. A chat model takes the same messages, and picks what it needs. */
const model = async (messages) => {
  const remembered = messages.find(({ metadata }) => metadata.source === 'memory');
  return remembered ? `I remember:\n${remembered.content}` : 'I remember nothing yet.';
};

/** Who talks: what is told belongs to them, and to no other user. */
const owner = values.user;
const sessionId = new Date().toISOString();

/**
 * The best memories for what was said, as many as fit, without a floor of relevance: "Which city is home?" has no word of "I live in
 * Turku", and a model passes over what does not concern it sooner than it guesses what it was not shown.
 */
const answer = async (said) => {
  const { messages } = await memory.context.build({
    owner,
    // No name: the goal is one more question, and would find all that this person said.
    goal: 'Help the user.',
    currentInput: said,
    maxTokens: 1000,
  });
  const reply = await model(messages);
  await memory.ingestAndWait({
    messages: [{ role: 'user', name: owner, content: said }],
    source: 'chat',
    owner,
    sessionId,
  });
  return reply;
};

process.stdout.write('Tell me something, or ask. An empty line ends it.\n');
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') break;
  process.stdout.write(`${await answer(line)}\n\n`);
}
