import type { LifecycleDetail } from '@hippocamp/shared/schemas/lifecycle';
import type { LifecycleRepository, LifecycleRunRecord } from '../../ports/records.js';
import { pagesOf } from '../in-parts.js';
import { pace } from '../waiting.js';
import { detailOf, reportedStates } from './lifecycle-answer.js';

/** Actions read at once. All of a run, which may be a hundred thousand, would take more than a second without a pause. */
export const ACTIONS_AT_ONCE = 500;

/** What a run changed, in the order of memories, from behind the memory `after`. */
export async function detailsOf(
  { actions }: Pick<LifecycleRepository, 'actions'>,
  run: LifecycleRunRecord,
  { after: begin, limit }: { after: string | undefined; limit: number },
): Promise<LifecycleDetail[]> {
  const details: LifecycleDetail[] = [];
  const read = async (after: LifecycleDetail | null) => {
    const request = { after: after?.memoryId ?? begin, limit: Math.min(ACTIONS_AT_ONCE, limit - details.length) };
    return (await actions(run.id, { states: reportedStates(run), ...request })).map(detailOf);
  };
  for await (const page of pagesOf(ACTIONS_AT_ONCE, read)) {
    details.push(...page);
    if (details.length >= limit) break;
    await pace();
  }
  return details;
}
