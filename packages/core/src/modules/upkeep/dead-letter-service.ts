import type {
  DeadLetterList,
  DeadLetterListQuery,
  DeadLettersReplay,
  DeadLettersReplayed,
} from '@hippocamp/shared/schemas/admin';
import type { Clock } from '../../ports/clock.js';
import type { Records } from '../../ports/records.js';
import type { Caller } from '../caller.js';
import type { Once, RunOnce } from '../idempotency/run-once.js';
import type { WakeUp } from '../outbox/wake-up.js';
import { listPage } from '../paging/list-page.js';
import { replayLetters } from './all-dead-letters.js';

export interface DeadLetterService {
  list(caller: Caller, query: DeadLetterListQuery): Promise<DeadLetterList>;
  /** Takes at most 1000 at a time, oldest first. Failed ingests are processing again. */
  replay(caller: Caller, which: DeadLettersReplay): Promise<Once<DeadLettersReplayed>>;
}

const TOGETHER = 1000;
const WINDOW = 100;
/** No store takes NUL or half a surrogate pair, and no key has a control character. */
const keyPattern = /^[a-z]{1,20} [^\p{Cc}\p{Cs}]{1,100}$/u;

export function createDeadLetterService({
  records,
  runOnce,
  wakeUp,
  clock,
}: {
  records: Records;
  runOnce: RunOnce;
  wakeUp: WakeUp;
  clock: Clock;
}): DeadLetterService {
  return {
    async list({ tenant }, { kind, ...asked }) {
      const { deadLetters, page } = await listPage(
        asked,
        [tenant, 'dead letters', kind ?? null],
        (request) => records.forTenant(tenant).outbox.deadLetters({ kind, ...request }),
        keyPattern,
      );
      return {
        deadLetters: deadLetters.map((letter) => ({
          ...letter,
          createdAt: letter.createdAt.toISOString(),
          deadAt: letter.deadAt.toISOString(),
        })),
        ...page,
      };
    },
    replay({ tenant, idempotency }, which) {
      return runOnce<DeadLettersReplayed>(records.forTenant(tenant), idempotency, {
        mentions: () => [],
        effect: async (repositories) => ({
          replayed: await replayLetters(repositories, which, TOGETHER, clock.now()),
        }),
        async finish(answer) {
          for (const key of answer.replayed.slice(0, WINDOW)) if (!(await wakeUp({ tenant, ...key }))) break;
          return answer;
        },
      });
    },
  };
}
