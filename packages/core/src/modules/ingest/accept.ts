import type { TenantId, Warning } from '@hippocamp/shared/schemas/common';
import type { Message } from '@hippocamp/shared/schemas/ingest';
import type { Language } from '../../ports/language.js';
import type { KeptTurn, UnkeptMessage } from '../../ports/records.js';
import { pace } from '../breathe.js';
import { normaliseInput, secretsRemoved } from './normalise-input.js';

/** A text as it is kept. */
export interface AcceptedText {
  text: string;
  warnings: Warning[];
  /** Where it was sent as messages. */
  turns?: KeptTurn[];
  /** What was said off the record before them; none stands in the text. */
  unkept?: UnkeptMessage[];
}

export type AcceptText = (tenant: TenantId, content: string | readonly Message[]) => Promise<AcceptedText>;

/** Between two messages, so that none goes on in the next. */
const BETWEEN = '\n';

/** Each warning once: a secret in each of a hundred messages is told as one. */
const distinct = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((warning) => [warning.code, warning])).values(),
];

/** Repairs a text and, where `redact` is given, takes its secrets out. Rejects with `UnreadableText`. */
export function createAcceptText(redact: Language['redact'] | null): AcceptText {
  const acceptOne = async (tenant: TenantId, content: string): Promise<AcceptedText> => {
    const { text, warnings } = normaliseInput(content);
    if (redact === null) return { text, warnings };
    const redacted = await redact(tenant, text);
    return { text: redacted.text, warnings: [...warnings, ...secretsRemoved(redacted)] };
  };

  return async (tenant, content) => {
    if (typeof content === 'string') return acceptOne(tenant, content);
    const turns: KeptTurn[] = [];
    const unkept: UnkeptMessage[] = [];
    const warnings: Warning[] = [];
    let text = '';
    for (const { role, name = null, content: said, at = null, keep = true } of content) {
      const accepted = await acceptOne(tenant, said);
      if (!keep) {
        unkept.push({ turn: turns.length, role, name, content: accepted.text });
        continue;
      }
      const start = text === '' ? 0 : text.length + BETWEEN.length;
      text = text === '' ? accepted.text : text + BETWEEN + accepted.text;
      turns.push({ start, end: text.length, role, name, at });
      warnings.push(...accepted.warnings);
      await pace();
    }
    // Nothing is told that comes after the last.
    const before = unkept.filter(({ turn }) => turn < turns.length);
    return { text, warnings: distinct(warnings), turns, ...(before.length > 0 ? { unkept: before } : {}) };
  };
}
