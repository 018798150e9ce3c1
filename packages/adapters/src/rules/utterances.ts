import { type Span, trimSpan } from './spans.js';

/** What one speaker says at a time, or one line or paragraph where nobody is labelled. */
export interface Utterance extends Span {
  speaker: string | null;
}

const label =
  /^[ \t]*(?:[-*•][ \t]+)?(?:\[[^\]\n]{1,40}\][ \t]*)?(\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2}|user|assistant|system|human|agent|customer|me)(?:[ \t]*\([^)\n]{1,30}\))?:[ \t]+(?=\S)/u;

/** Labels of notes and mails, which nobody speaks. */
const notSpeakers = new Set(
  'note notes todo warning error info debug example summary re subject from to cc date update decision action actions agenda attendees time location ps http https'.split(
    ' ',
  ),
);

interface Line extends Span {
  speaker: string | null;
  /** Where the words begin, after the label. */
  words: number;
}

const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const found = label.exec(text.slice(start, end));
    const speaker = found?.[1] && !notSpeakers.has(found[1].toLowerCase()) ? found[1] : null;
    lines.push({ start, end, speaker, words: speaker && found ? start + found[0].length : start });
    start = end + 1;
  }
  return lines;
};

/** In a chat any label speaks; elsewhere a label has to come back, or it is a heading. */
const speakersOf = (lines: readonly Line[], isChat: boolean): Set<string> => {
  const counts = new Map<string, number>();
  for (const { speaker } of lines) if (speaker) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => isChat || count > 1).map(([speaker]) => speaker));
};

/** Cuts a text into utterances: labelled turns with the lines that follow them, otherwise line by line. */
export function utterancesOf(text: string, isChat: boolean): Utterance[] {
  const lines = linesOf(text);
  const speakers = speakersOf(lines, isChat);
  const found: Utterance[] = [];
  for (const line of lines) {
    const speaks = line.speaker !== null && speakers.has(line.speaker);
    const last = found.at(-1);
    const blank = text.slice(line.start, line.end).trim() === '';
    if (speaks) found.push({ start: line.words, end: line.end, speaker: line.speaker });
    else if (blank) found.push({ start: line.end, end: line.end, speaker: null });
    else if (last?.speaker) last.end = line.end;
    else found.push({ start: line.start, end: line.end, speaker: null });
  }
  return found
    .map((utterance) => ({ ...utterance, ...trimSpan(text, utterance) }))
    .filter(({ start, end }) => end > start);
}
