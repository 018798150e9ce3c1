import { inWords, isTold, valueInWords } from '../technical.js';

/** "day_temp = 24", "Date of birth*: 14/03/2023", "Branch → Petone": no code, which has brackets or ends with a semicolon. */
const field =
  /^\s*(?:[-*•]\s+)?["']?([\p{L}][\p{L}\p{M}\p{N}_ .()/'’?-]{0,60}?)["']?\*?\s*(?:=(?![=>])|:(?=\s)|→|=>|:=)\s*(\S.{0,400})?$/u;
const code =
  /[{};]\s*$|^\s*(?:const|let|var|return|if|for|def|import|export)\b|=\s*(?:function|new |\(|\[|\{)|\w\([^()]*\)$/;
const section = /^\s*\[([\w .:-]{1,60})\]\s*$/;
const comment = /^\s*(?:#(?!#)|;|\/\/)/;

/** Lines that make a text a form or a file of settings. */
const LEAST = 3;
const MOST_WORDS = 8;

interface Field {
  key: string;
  value: string;
}

function fieldOf(line: string): Field | null {
  const [, key = '', value = ''] = field.exec(line.slice(0, 600)) ?? [];
  return key === '' || code.test(line) || key.trim().split(/\s+/).length > MOST_WORDS ? null : { key, value };
}

/** What lines say in which something has a value. */
export interface FieldReader {
  /** null: no field; '': one that says nothing to people; otherwise what it says. */
  read(line: string): string | null;
  /** The name of the section that the line begins; null where it begins none. */
  section(line: string): string | null;
}

const none: FieldReader = { read: () => null, section: () => null };

/** Whether a text is a form or a file of settings: most of its lines give a name its value, and hardly a name comes again. */
export function areFields(lines: readonly string[]): boolean {
  const told = lines.filter((line) => line.trim() !== '' && !comment.test(line) && !section.test(line));
  const keys = told.flatMap((line) => fieldOf(line)?.key ?? []);
  return keys.length >= LEAST && keys.length * 2 > told.length && new Set(keys).size * 10 >= keys.length * 7;
}

const ticked = /(?:\[[xX✓]\]|\([•xX]\)|☑|☒|✅|◉)\s*/u;
const box = /(?:\[[ xX✓]?\]|\([ •xX]?\)|[☐☑☒✅◉○])\s*/gu;
const blank = /_{3,}|\.{4,}/g;

/** Of boxes those that are ticked. */
const chosen = (value: string): string => {
  if (!/\[[ xX✓]?\]|\([ •xX]?\)|[☐☑☒✅◉○]/u.test(value)) return value;
  const boxes = [...value.matchAll(box)];
  return boxes
    .flatMap((found, place) => {
      const option = value.slice(found.index + found[0].length, boxes[place + 1]?.index).trim();
      return ticked.test(found[0]) && option !== '' ? [option.replace(/,$/, '')] : [];
    })
    .join(', ');
};

export function createFieldReader(lines: readonly string[]): FieldReader {
  if (!areFields(lines)) return none;
  return {
    read(line) {
      if (comment.test(line)) return '';
      const found = fieldOf(line);
      if (found === null) return null;
      const value = valueInWords(chosen(found.value.replace(/^["'](.*)["']$/, '$1').replace(blank, '')));
      return isTold(found.key, value)
        ? `${/[_]|^[a-z]+\.[a-z]/.test(found.key) ? inWords(found.key) : found.key.trim()}: ${value}`
        : '';
    },
    section: (line) => section.exec(line)?.[1] ?? null,
  };
}
