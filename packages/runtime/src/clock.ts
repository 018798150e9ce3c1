import type { Clock } from '@hippocamp/core/ports/clock';

export const systemClock: Clock = { now: () => new Date() };
