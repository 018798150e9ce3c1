import type { ContextMessage } from '@hippocamp/shared/schemas/context';
import type { Tokenizer } from '../../ports/tokenizer.js';

/** What a chat model adds around each message for its role and its ends (OpenAI's cookbook, "How to count tokens"). */
export const FRAME_TOKENS = 4;

/** Tokens of a message: those of its content, and of the frame around it. */
export const tokensOf = async (message: ContextMessage, tokenizer: Tokenizer): Promise<number> =>
  (await tokenizer.count(message.content)) + FRAME_TOKENS;

/** Tokens of a line of the memory message, with the end of line that parts it from the next. */
export const tokensOfLine = (line: string, tokenizer: Tokenizer): Promise<number> => tokenizer.count(`${line}\n`);
