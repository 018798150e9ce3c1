import type { ContextMessage } from '@hippocamp/shared/schemas/context';
import type { Tokenizer } from '../../ports/tokenizer.js';

/** What a chat model adds around each message for its role and its ends (OpenAI's cookbook, "How to count tokens"). */
export const FRAME_TOKENS = 4;

/** A message with the tokens of its content and of the frame around it: the budget is kept over these. */
export interface Counted {
  message: ContextMessage;
  tokens: number;
}

export const counted = async (message: ContextMessage, tokenizer: Tokenizer): Promise<Counted> => ({
  message,
  tokens: (await tokenizer.count(message.content)) + FRAME_TOKENS,
});

/** Tokens of a line of the memory message, with the end of line that parts it from the next. */
export const tokensOfLine = (line: string, tokenizer: Tokenizer): Promise<number> => tokenizer.count(`${line}\n`);
