import type { ReadingModel } from '@hippocamp/core/ports/reading-model';
import { answerSchema, readAnswer } from './answer.js';
import type { Chat } from './chat.js';
import { instructions, version } from './prompts/extract.js';

export const createReadingModel = ({ model, ask }: Chat): ReadingModel => ({
  versions: { extractor: `llm:${model}`, prompt: version },
  read: ({ source, pieces, known }, call) =>
    ask(
      {
        instructions,
        data: { known, source, pieces },
        schema: { name: 'statements', schema: answerSchema },
        read: readAnswer,
      },
      call,
    ),
});
