import { createHippocamp, type Hippocamp } from '@hippocamp/sdk';

/** ms, long enough for slow answers to be measured. */
const PATIENCE = 300_000;

/** For requests that the call does not time. It does not retry, so that failures show. */
export const clientOf = (url: string): Hippocamp => createHippocamp({ baseUrl: url, retries: 0, timeoutMs: PATIENCE });
