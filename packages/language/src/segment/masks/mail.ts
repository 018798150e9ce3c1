import { blankOut } from '../../spans.js';

const header =
  /^(?:from|to|cc|bcc|subject|date|sent|reply-to|message-id|received|return-path|mime-version|content-[\w-]{1,40}|x-[\w-]{1,40}|in-reply-to|references|list-[\w-]{1,40}|importance|von|an|betreff|gesendet|de|objet|asunto)\s?:(?=\s|$)/i;
const quoteIntro =
  /^(?:on\s.{6,120}\swrote:|am\s.{6,120}\sschrieb.{0,80}:|le\s.{6,120}\sa écrit\s?:|-{2,}\s?(?:original|forwarded|weitergeleitete).{0,40}-{2,}|begin forwarded message:)\s*$/i;
const quoted = /^\s*>/;
const signatureRuler = /^--\s?$/;
const signOff =
  /^(?:(?:best|kind|warm|warmest|many)\s(?:regards|wishes|thanks)|regards|best|cheers|sincerely|yours(?:\s\w+)?|yours sincerely|thanks|thank you|many thanks|love|xx+|mit freundlichen grüßen|viele grüße|liebe grüße|cordialement|saludos|sent from my .{1,30})[,.!]?\s*$/i;

/** These end a letter; "thanks!" may be all that somebody says. */
const formal = /regards|wishes|sincerely|grüße|cordialement|saludos|sent from/i;

const LONGEST_SIGNATURE = 5;

/** The name in "From: Mara Lind <mara@example.org>" of a mail's head; null where the text is no mail. */
export function senderOf(text: string): string | null {
  const head = text.slice(0, 3000).split('\n').slice(0, 15);
  if (head.filter((line) => header.test(line.trim())).length < 2) return null;
  const line = head.find((candidate) => /^from\s?:/i.test(candidate.trim()));
  const name = line && /^from\s?:\s*"?([\p{L}][\p{L}\p{M}'’. -]{1,60}?)"?\s*(?:<|$)/iu.exec(line.trim())?.[1];
  return name ? name.trim() : null;
}

const isHead = (lines: readonly string[], position: number): boolean =>
  header.test((lines[position] ?? '').trim()) &&
  (header.test((lines[position + 1] ?? '').trim()) || header.test((lines[position - 1] ?? '').trim()));

/** The short lines after "Best regards," up to a blank line: a name, a job, a telephone number. */
const signatureLines = (lines: readonly string[], from: number): number => {
  let count = 0;
  while (count < LONGEST_SIGNATURE) {
    const line = (lines[from + count] ?? '').trim();
    if (line === '' || line.length > 60 || /[.!?]$/.test(line)) break;
    count += 1;
  }
  return count;
};

/** A ruler ends the words of a mail; what follows it is a signature. */
const bodyLength = (lines: readonly string[], isMail: boolean): number => {
  const found = isMail ? lines.findIndex((line) => signatureRuler.test(line.trim())) : -1;
  return found < 0 ? lines.length : found;
};

/** How many lines from this one on nobody needs: a head, a quotation, a greeting with the name below it. */
const hiddenFrom = (lines: readonly string[], position: number, isMail: boolean): number => {
  const line = (lines[position] ?? '').trim();
  if (isHead(lines, position) || quoteIntro.test(line.slice(0, 300)) || (isMail && quoted.test(line))) return 1;
  if (!signOff.test(line.slice(0, 80)) || !(isMail || formal.test(line))) return 0;
  const isAtEnd = isMail || lines.length - position <= LONGEST_SIGNATURE;
  return 1 + (isAtEnd ? signatureLines(lines, position + 1) : 0);
};

/** Heads, quoted replies and signatures of mails are blanked. `isMail` where the text begins with a head. */
export function maskMail(text: string, isMail: boolean): string {
  const lines = text.split('\n');
  const end = bodyLength(lines, isMail);
  let hiddenUntil = 0;
  return lines
    .map((line, position) => {
      hiddenUntil = Math.max(hiddenUntil, position + hiddenFrom(lines, position, isMail));
      return position < hiddenUntil || position >= end ? blankOut(line) : line;
    })
    .join('\n');
}
