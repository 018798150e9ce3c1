/** A request and what a running service answered to it, as `npm run examples` wrote it down. */
export interface RecordedExample {
  /** Its key in the document. */
  name: string;
  summary: string;
  request?: unknown;
  status: number;
  answer: unknown;
}

/** By operation. */
export type RecordedExamples = Readonly<Record<string, readonly RecordedExample[]>>;
