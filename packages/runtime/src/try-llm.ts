import { createChat } from '@hippocamp/adapters/llm/chat';
import { createReadingModel } from '@hippocamp/adapters/llm/reading-model';
import { createLocalExtractor } from '@hippocamp/core/modules/reading/local-extractor';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { LlmSettings } from './llm-settings.js';
import type { Settings } from './settings.js';
import { createJudge, createSharedModel } from './shared-model.js';
import { languageByRules } from './text/text-ports.js';

const TEXT = 'I moved to Porto in March and work there as a nurse. I am allergic to hazelnuts. Thanks!';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function readThere({ server, models }: LlmSettings) {
  const model = models.read ?? models.judge ?? models.distil;
  if (model === null) return { failure: 'LLM_READS, LLM_JUDGES and LLM_DISTILS are false', seconds: 0, tokens: 0 };
  let [seconds, tokens] = [0, 0];
  const chat = createChat({
    ...server,
    model,
    log: silent,
    onCall: (_outcome, call) => {
      seconds = call.time / 1000;
      tokens = call.tokens.prompt + call.tokens.completion;
    },
  });
  const part = { source: 'note', pieces: [{ speaker: null, text: TEXT }], known: [] } as const;
  const answer = await createReadingModel(chat)
    .read(part)
    .then(
      ({ statements, unusable }) => ({ contents: statements.map(({ content }) => content), unusable }),
      (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
    );
  return { ...answer, seconds, tokens };
}

async function readHere({ reader }: Pick<Settings, 'reader'>): Promise<string[]> {
  const model = createSharedModel({ threads: 1, finds: false });
  const judge = reader === 'model' ? createJudge(model, silent) : null;
  const extractor = createLocalExtractor({ language: languageByRules, judge, keepsAssistant: false });
  try {
    const { extractions } = await extractor.extract(
      'doctor' as TenantId,
      { text: TEXT, source: 'note' },
      async () => [],
    );
    return extractions.map(({ content }) => content);
  } finally {
    await model.close();
  }
}

export async function tryLlm(llm: LlmSettings, settings: Pick<Settings, 'reader'>) {
  const there = await readThere(llm);
  return { text: TEXT, here: await readHere(settings), there };
}
