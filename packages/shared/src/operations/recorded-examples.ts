import type { RecordedExamples } from './recorded-example.js';

/** Written by `npm run examples`: what a service answered, with ids and times of their own. */
export const recordedExamples: RecordedExamples = {};
