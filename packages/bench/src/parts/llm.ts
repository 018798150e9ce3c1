import { measureReading, type ReadBy } from '../llm/measure.js';
import { UsageError } from '../options.js';
import type { Progress } from '../report/progress.js';
import { openReadingModel } from '../setups/reading-parts.js';

export interface LlmReading {
  read: ReadBy[];
  spent: { calls: number; tokens: number };
}

export async function measureLlm(progress: Progress): Promise<LlmReading> {
  const model = await openReadingModel();
  try {
    const { languageModel, spent } = model;
    if (!languageModel) throw new UsageError('llm needs LLM_URL and LLM_MODEL');
    return { read: await measureReading(model, languageModel, (id) => progress.say(`llm: ${id}`)), spent };
  } finally {
    await model.close();
  }
}
