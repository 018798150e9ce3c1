import type { LifecycleService } from '@hippocamp/core/modules/lifecycle/lifecycle-service';
import type { Log } from '@hippocamp/core/ports/log';

/** Ages what is due, now and then: by a timer, since one process has all the workers. */
export function startSchedule(dependencies: {
  lifecycle: Pick<LifecycleService, 'startDueRuns'>;
  log: Log;
  /** ms */
  every: number;
}): { stop(): Promise<void> } {
  const { lifecycle, log, every } = dependencies;
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => lifecycle.startDueRuns())
      .then((started) => {
        if (started > 0) log.info({ started }, 'lifecycle runs started');
      })
      .catch((error: unknown) => log.warn({ error: String(error) }, 'lifecycle runs not started'));
  }, every);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
