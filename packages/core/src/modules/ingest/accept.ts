import type { Redacted } from '@hippocamp/shared/language/secret';
import { hasVisibleCharacter, type TenantId, type Warning } from '@hippocamp/shared/schemas/common';
import type { Message } from '@hippocamp/shared/schemas/ingest';
import type { Language } from '../../ports/language.js';
import type { KeptTurn, UnkeptMessage } from '../../ports/records.js';
import { pace } from '../waiting.js';

interface NormalisedInput {
  text: string;
  warnings: Warning[];
  /** Nothing in it can be seen. */
  blank: boolean;
}

const REPLACEMENT = '\uFFFD';

/**
 * The same text with `\n` as its only line end, at the same length: what an extractor reads, so that its spans fit the text
 * as it was sent.
 */
export const withPlainLines = (text: string): string => text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');

/** Repairs what no store can hold, and says so; nothing else of the text changes. */
export function normaliseInput(content: string): NormalisedInput {
  const warnings: Warning[] = [];
  let text = content;
  if (text.includes('\0')) {
    text = text.replaceAll('\0', REPLACEMENT);
    warnings.push({ code: 'nul_replaced', message: 'The text held the character NUL; U+FFFD stands in its place.' });
  }
  if (!text.isWellFormed()) {
    text = text.toWellFormed();
    warnings.push({
      code: 'surrogate_replaced',
      message: 'The text held half of a character; U+FFFD stands in its place.',
    });
  }
  const blank = !hasVisibleCharacter(text);
  if (blank)
    warnings.push({ code: 'blank', message: 'The text holds nothing that can be seen, so there is nothing to keep.' });
  return { text, warnings, blank };
}

/** Says how many secrets of each kind were removed, and nothing else of them. */
const secretsRemoved = ({ removed }: Redacted): Warning[] => {
  if (removed.length === 0) return [];
  const kinds = removed.map(({ kind, count }) => `${kind} (${count})`).join(', ');
  return [
    { code: 'secret_removed', message: `The text held secrets, which were removed before it was kept: ${kinds}.` },
  ];
};

/** A text as it is kept. */
interface AcceptedText {
  text: string;
  warnings: Warning[];
  /** Where it was sent as messages. */
  turns?: KeptTurn[];
  /** What was said off the record before them; none stands in the text. */
  unkept?: UnkeptMessage[];
}

type AcceptText = (tenant: TenantId, content: string | readonly Message[]) => Promise<AcceptedText>;

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
