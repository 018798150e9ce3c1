import { buildCommand } from '@stricli/core';
import { connected, ownerOf } from '../connection/connect.js';
import {
  type ConnectionFlags,
  connectionAliases,
  connectionFlags,
  numberFrom,
  type OwnerFlags,
  optionalText,
  ownerFlags,
} from '../connection/flags.js';
import { createPrinter, seenText } from '../output/printer.js';
import type { Shell } from '../shell.js';
import { asText, words } from './words.js';

interface Flags extends ConnectionFlags, OwnerFlags {
  maxTokens: number;
  goal?: string | undefined;
  systemPrompt: boolean;
}

async function context(this: Shell, flags: Flags, ...text: string[]) {
  const printer = createPrinter(this, flags.json);
  const { ownerEntityId: userEntityId, owner } = ownerOf(this, flags);
  const { maxTokens, goal, systemPrompt: includeSystemPrompt } = flags;
  const answer = await connected(this, flags, ({ client }) =>
    client.context.build(
      {
        currentInput: asText(text),
        maxTokens,
        strategy: { includeSystemPrompt },
        ...(goal === undefined ? {} : { goal }),
        ...(userEntityId === undefined ? {} : { userEntityId }),
        ...(owner === undefined ? {} : { owner }),
      },
      { signal: this.signal },
    ),
  );
  if (printer.json) return printer.print(answer);
  for (const { role, content, metadata } of answer.messages) {
    printer.say(printer.paint('bold', seenText(`${role} (${metadata.source})`)));
    printer.say(`${seenText(content)}\n`);
  }
  const { totalTokensEstimated, memoriesIncluded, memoriesQueried } = answer.metadata;
  printer.note(`${totalTokensEstimated} of ${maxTokens} tokens; ${memoriesIncluded} of ${memoriesQueried} memories.`);
}

export const contextCommand = buildCommand({
  func: context,
  parameters: {
    flags: {
      maxTokens: {
        kind: 'parsed',
        parse: numberFrom(16, 200_000),
        default: '4000',
        brief: 'Budget of the messages',
        placeholder: 'tokens',
      },
      goal: optionalText('What the agent is after: one more question', 'text'),
      systemPrompt: { kind: 'boolean', default: true, brief: 'With the system prompt' },
      ...ownerFlags,
      ...connectionFlags,
    },
    aliases: connectionAliases,
    positional: words('What the user says now', 'input'),
  },
  docs: {
    brief: "Build the messages of an agent's next turn",
    fullDescription: [
      "Builds the messages of an agent's next turn: what it should know, within a budget of tokens, and the input.",
      '',
      '  hippocamp context Shall I book the flight?',
      "  hippocamp context --max-tokens 800 'Shall I book the flight?' | jq .messages",
    ].join('\n'),
  },
});
