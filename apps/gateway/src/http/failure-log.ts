import { withoutText } from '@hippocamp/core/ports/log';
import type { Service } from '@hippocamp/runtime/service';
import type { Problem, UnavailablePart } from '@hippocamp/shared/problems';
import type { Response } from 'express';

/** Before an engine is known to be lost, many requests may fail for the same reason: one line in this time tells it, ms. */
const QUIET = 10_000;

const contextOf = ({ locals }: Response) => ({
  requestId: locals.requestId as string,
  route: locals.route as string,
});

type Engine = Exclude<UnavailablePart, 'embedder'>;
const isEngine = (part: string): part is Engine => part === 'records' || part === 'index' || part === 'queue';

/**
 * Why a request failed: a line with the reason for each fault of the service. For want of an engine a request fails by the
 * hundred, so its line in the access log names the engine, and the reason is told once in a while; nothing while the engine is
 * known to be lost.
 */
export function createFailureLog({ log, metrics, isUp }: Pick<Service, 'log' | 'metrics' | 'isUp'>) {
  const lastTold = new Map<string, number>();

  const isNews = (part: string) => {
    if (isEngine(part) && !isUp(part)) return false;
    const last = lastTold.get(part);
    if (last !== undefined && performance.now() - last < QUIET) return false;
    lastTold.set(part, performance.now());
    return true;
  };

  return ({ problem, status, extras }: Problem, response: Response): void => {
    if (status < 500) return;
    const { cause } = extras;
    const part = extras.part ?? 'work';
    const isUnavailable = problem === 'dependency-unavailable' || problem === 'outcome-unknown';
    if (isUnavailable) {
      metrics.unavailable(part);
      response.locals.unavailable = part;
    }
    if (isUnavailable && !isNews(part)) return;
    log.error({ ...contextOf(response), problem, ...(isUnavailable && { part }), ...withoutText(cause) }, 'failed');
  };
}
