import type { RecordedExample } from './recorded-example.js';
import { recordedExamples } from './recorded-examples.js';

type Json = Record<string, unknown>;

const asExamples = (found: readonly RecordedExample[], take: (example: RecordedExample) => unknown): Json =>
  found.length === 0
    ? {}
    : {
        examples: Object.fromEntries(
          found.map((example) => [example.name, { summary: example.summary, value: take(example) }]),
        ),
      };

const ofOperation = (id: string) => recordedExamples[id] ?? [];

/** Examples of what may be sent, as a media type of OpenAPI has them. */
export const requestExamples = (id: string): Json =>
  asExamples(
    ofOperation(id).filter(({ request, status }) => request !== undefined && status < 300),
    ({ request }) => request,
  );

/** Examples of what is answered with this status. */
export const answerExamples = (id: string, status: number): Json =>
  asExamples(
    ofOperation(id).filter((example) => example.status === status),
    ({ answer }) => answer,
  );
