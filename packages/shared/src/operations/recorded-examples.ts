import type { RecordedExamples } from './recorded-example.js';
import recorded from './recorded-examples.json' with { type: 'json' };

/** Written by `npm run examples`: what a service answered, with ids and times of their own. */
export const recordedExamples: RecordedExamples = recorded;
