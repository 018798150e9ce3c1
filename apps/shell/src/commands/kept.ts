import type { Candidate, IngestAnswer } from '@hippocamp/sdk';
import type { Printer, Style } from '../output/printer.js';

/** The sum of the answers for several texts. */
export interface Kept {
  traceIds: string[];
  summary: IngestAnswer['summary'];
  acceptedMemories: Candidate[];
  rejectedMemories: Candidate[];
  warnings: IngestAnswer['warnings'];
}

export const nothingKept = (): Kept => ({
  traceIds: [],
  summary: { candidates: 0, accepted: 0, rejected: 0 },
  acceptedMemories: [],
  rejectedMemories: [],
  warnings: [],
});

export function add(kept: Kept, answer: IngestAnswer): void {
  kept.traceIds.push(answer.traceId);
  kept.summary.candidates += answer.summary.candidates;
  kept.summary.accepted += answer.summary.accepted;
  kept.summary.rejected += answer.summary.rejected;
  kept.acceptedMemories.push(...answer.acceptedMemories);
  kept.rejectedMemories.push(...answer.rejectedMemories);
  kept.warnings.push(...answer.warnings);
}

const styles: Record<number, Style> = { 0: 'green', 1: 'magenta', 3: 'dim' };
const columns = [{ title: '' }, { title: 'tier' }, { title: 'memory', grows: true }, { title: 'why' }] as const;

export function printKept(printer: Printer, kept: Kept): void {
  const { acceptedMemories, rejectedMemories, summary, warnings } = kept;
  const rows = [
    ...acceptedMemories.map(({ memoryType, content, dedupStatus }) => ['+', memoryType, content, dedupStatus]),
    ...rejectedMemories.map(({ memoryType, content, dedupStatus }) => ['-', memoryType, content, dedupStatus]),
  ];
  if (rows.length > 0) printer.table(columns, rows, styles);
  for (const { message } of warnings) printer.note(message);
  printer.note(`${summary.accepted} kept, ${summary.rejected} left out.`);
  const waiting = rejectedMemories.filter(({ reviewId }) => reviewId !== undefined).length;
  if (waiting > 0) printer.note(`${waiting} wait for a decision: hippocamp reviews list`);
}
