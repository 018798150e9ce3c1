import { createHippocamp, type Hippocamp } from '@hippocamp/sdk';

/** ms; what takes long is to be measured. */
const PATIENCE = 300_000;

/** For what is not timed by the call. Tries nothing again: what fails is to be seen. */
export const clientOf = (url: string): Hippocamp => createHippocamp({ baseUrl: url, retries: 0, timeoutMs: PATIENCE });
