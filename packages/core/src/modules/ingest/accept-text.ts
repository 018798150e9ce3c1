import { fitting, type Redacted, SAID_BEFORE } from '@hippocamp/shared/language/secret';
import { hasVisibleCharacter, type TenantId, type Warning } from '@hippocamp/shared/schemas/common';
import type { Message } from '@hippocamp/shared/schemas/ingest';
import { CONTENT_LENGTH, SPEAKER_LENGTH } from '@hippocamp/shared/schemas/memories';
import type { Language } from '../../ports/language.js';
import type { KeptTurn, UnkeptMessage } from '../../ports/records.js';
import { withoutSecrets } from '../model/without-secrets.js';
import { pace } from '../waiting.js';

interface NormalisedInput {
  text: string;
  warnings: Warning[];
  blank: boolean;
}

const REPLACEMENT = '\uFFFD';

/** Replaces characters that a store cannot hold. */
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

/** The warning tells the kinds and counts of the secrets, never their text. */
const secretsRemoved = ({ removed }: Redacted): Warning[] => {
  if (removed.length === 0) return [];
  const kinds = removed.map(({ kind, count }) => `${kind} (${count})`).join(', ');
  return [
    { code: 'secret_removed', message: `The text held secrets, which were removed before it was kept: ${kinds}.` },
  ];
};

export const removedBeside: Warning = {
  code: 'secret_removed',
  message: 'What was sent beside the text held secrets, which were removed before it was kept.',
};

interface AcceptedText {
  text: string;
  warnings: Warning[];
  turns?: KeptTurn[];
  /** Messages sent off the record before a turn. The text holds none of them. */
  unkept?: UnkeptMessage[];
}

type AcceptText = (tenant: TenantId, content: string | readonly Message[]) => Promise<AcceptedText>;

/** Keeps a sentence from running on into the next message. */
const BETWEEN = '\n';

export const distinct = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((warning) => [warning.code, warning])).values(),
];

/** Repairs a text and, if `redact` is given, removes its secrets. Rejects with `UnreadableText`. */
export function createAcceptText(redact: Language['redact'] | null): AcceptText {
  const acceptOne = async (tenant: TenantId, content: string, before = ''): Promise<AcceptedText> => {
    const { text, warnings } = normaliseInput(content);
    if (redact === null) return { text, warnings };
    const redacted = await redact(tenant, text, before);
    return { text: redacted.text, warnings: [...warnings, ...secretsRemoved(redacted)] };
  };

  /** Together no longer than what may be sent: an import takes back no more. */
  const acceptAll = async <Said extends { content: string }>(tenant: TenantId, said: readonly Said[]) => {
    const accepted: AcceptedText[] = [];
    let before = '';
    for (const { content } of said) {
      accepted.push(await acceptOne(tenant, content, before));
      before = `${before}${BETWEEN}${content}`.slice(-SAID_BEFORE);
      await pace();
    }
    const texts = fitting(
      accepted.map(({ text }) => text),
      CONTENT_LENGTH,
    );
    return said.map((one, place) => ({
      ...one,
      text: texts[place] ?? '',
      warnings: accepted[place]?.warnings ?? [],
    }));
  };

  const acceptWhole = async (tenant: TenantId, content: string): Promise<AcceptedText> => {
    const { text, warnings } = await acceptOne(tenant, content);
    return { text: fitting([text], CONTENT_LENGTH).join(''), warnings };
  };

  const acceptNames = async (tenant: TenantId, messages: readonly Message[]) => {
    const names = messages.map(({ name }) => name ?? '');
    const shown = redact && names.some(Boolean) ? await withoutSecrets(tenant, names, redact) : names;
    const isChanged = shown.some((name, place) => name !== names[place]);
    const named = messages.map((message, place) => ({
      ...message,
      name: fitting([shown[place] ?? ''], SPEAKER_LENGTH).join('') || null,
    }));
    return { messages: named, warnings: isChanged ? [removedBeside] : [] };
  };

  return async (tenant, content) => {
    if (typeof content === 'string') return acceptWhole(tenant, content);
    const turns: KeptTurn[] = [];
    const unkept: UnkeptMessage[] = [];
    const { messages, warnings } = await acceptNames(tenant, content);
    let text = '';
    for (const { role, name, at = null, keep = true, ...accepted } of await acceptAll(tenant, messages)) {
      if (!keep) {
        unkept.push({ turn: turns.length, role, name, content: accepted.text });
        continue;
      }
      const start = text === '' ? 0 : text.length + BETWEEN.length;
      text = text === '' ? accepted.text : text + BETWEEN + accepted.text;
      turns.push({ start, end: text.length, role, name, at });
      warnings.push(...accepted.warnings);
    }
    // Messages after the last turn are not used.
    const before = unkept.filter(({ turn }) => turn < turns.length);
    return { text, warnings: distinct(warnings), turns, ...(before.length > 0 ? { unkept: before } : {}) };
  };
}
