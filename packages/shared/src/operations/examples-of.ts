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

export const requestExamples = (id: string): Json =>
  asExamples(
    ofOperation(id).filter(({ request, status }) => request !== undefined && status < 300),
    ({ request }) => request,
  );

export const answerExamples = (id: string, status: number): Json =>
  asExamples(
    ofOperation(id).filter((example) => example.status === status),
    ({ answer }) => answer,
  );
