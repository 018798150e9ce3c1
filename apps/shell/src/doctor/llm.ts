import type { Settings } from '@hippocamp/runtime/settings';
import { tryLlm } from '@hippocamp/runtime/try-llm';
import { doubtful, type Finding, well, wrong } from './finding.js';

const listed = (texts: readonly string[]) =>
  texts.length === 0 ? 'nothing' : texts.map((each) => `“${each}”`).join(' ');

export async function lookAtLlm({ llm, reader }: Settings): Promise<Finding[]> {
  if (!llm) return [doubtful('Language model', 'none is set', 'Set LLM_URL and LLM_MODEL; docs/llm.md says how.')];
  const { text, here, there } = await tryLlm(llm, { reader });
  const cost = `${there.seconds.toFixed(1)} s, ${there.tokens} tokens`;
  const advice = 'Look at LLM_URL, LLM_MODEL, LLM_API_KEY and LLM_HEADERS; docs/llm.md names what servers need.';
  const answered =
    'failure' in there
      ? [wrong('Language model', `${there.failure} (${cost})`, advice)]
      : [
          well('Language model', `answers (${cost}); ${there.unusable} of its statements cannot be used`),
          well('Read by it', listed(there.contents)),
        ];
  return [well('Text', `“${text}”`), ...answered, well('Read here', listed(here))];
}
