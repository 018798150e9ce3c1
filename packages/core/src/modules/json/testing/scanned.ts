import { isProblem } from '@hippocamp/shared/problems';
import { createJsonScanner } from '../json-scanner.js';

/** Scans a text in parts of so many bytes: "passes", or the problem as JSON. */
export function scanned(text: string, part = text.length): string {
  const scanner = createJsonScanner({ bytes: 1_000_000, values: 100_000 });
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; at += part) scanner.push(bytes.subarray(at, at + part));
  } catch (error) {
    if (isProblem(error)) return JSON.stringify(error);
    throw error;
  }
  return 'passes';
}
