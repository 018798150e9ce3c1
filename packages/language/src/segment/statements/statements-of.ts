import { withoutEnd } from '@hippocamp/shared/text/ends';
import { type Evidence, evidenceOf } from '../../judge/classifying/evidence.js';
import { isBoilerplate } from '../../judge/keeping/boilerplate.js';
import { saysEnough } from '../../judge/keeping/enough.js';
import { isOffer } from '../../judge/keeping/offers.js';
import { openingLength } from '../../judge/keeping/openings.js';
import { isQuestion } from '../../judge/keeping/question.js';
import { isSmallTalk } from '../../judge/keeping/small-talk.js';
import { instructs } from '../../screen/instructs.js';
import { HIDDEN, readable, type Span, trimSpan } from '../../spans.js';
import type { Passage } from '../layout/passages.js';
import { sentencesIn } from '../layout/sentences.js';
import { isMachine, isSystem } from '../layout/speakers.js';
import { advance } from './advance.js';
import { isFragment, leans, takesUp } from './leaning.js';
import { answers } from './question-answered.js';
import type { Statement } from './statement.js';

const JOINED_UNITS = 300;

export interface Reader {
  masked: string;
  isChat: boolean;
  /** Those who talk, so that calling one by name is known. */
  names: ReadonlySet<string>;
}

interface Talk {
  /** The last question of the turn before. */
  asked: string | null;
  /** The last question of the turn that goes on. */
  asking: string | null;
  turn: number;
  speaker: string | null;
}

/** Its lists are suggestions; what it says of "your booking" is a fact. */
const machineDoubt = ({ kind }: Passage, words: string): number => {
  if (/^your\b/i.test(words) && /\d/.test(words)) return -2;
  return kind === 'item' ? 3 : 1;
};

/** Walks over the passages and keeps what states something. */
export class StatementReader {
  readonly #reader: Reader;
  readonly #kept: Statement[] = [];
  #talk: Talk = { asked: null, asking: null, turn: -1, speaker: null };

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  read(passages: readonly Passage[]): Statement[] {
    for (const passage of passages) this.#passage(passage);
    return this.#kept;
  }

  #passage(passage: Passage): void {
    if (passage.turn !== this.#talk.turn) {
      const { asking, speaker } = this.#talk;
      this.#talk = {
        asked: speaker === passage.speaker ? null : asking,
        asking: null,
        turn: passage.turn,
        speaker: passage.speaker,
      };
    }
    if (passage.kind === 'heading') return;
    if (passage.said !== undefined) this.#keep(passage, passage, passage.said, passage.said);
    else for (const sentence of sentencesIn(this.#reader.masked, passage)) this.#sentence(passage, sentence);
  }

  #sentence(passage: Passage, sentence: Span): void {
    const { masked, names } = this.#reader;
    const spoken = readable(masked.slice(sentence.start, sentence.end));
    if (isQuestion(spoken)) {
      this.#talk.asking = spoken;
      this.#talk.asked = null;
      return;
    }
    const opening = openingLength(spoken, names);
    const span = trimSpan(masked, advance(masked, sentence, opening));
    this.#statement(passage, span, spoken.slice(opening).trim(), spoken);
    this.#talk.asked = null;
  }

  #statement(passage: Passage, span: Span, words: string, spoken: string): void {
    if (instructs(spoken)) this.#keep(passage, span, words, spoken);
    else if (!this.#reader.names.has(withoutEnd(words, /[^\p{L}]/u)) && answers(this.#talk.asked, words))
      this.#answer(passage, span, words, this.#talk.asked);
    else if (this.#isWorth(passage, words)) this.#keepOrJoin(passage, span, words, spoken);
  }

  #isWorth(passage: Passage, words: string): boolean {
    const { speaker, kind } = passage;
    if (isSmallTalk(words) || isQuestion(words) || isBoilerplate(words)) return false;
    if (speaker !== null && (isSystem(speaker) || (isMachine(speaker) && isOffer(words)))) return false;
    return kind === 'item' && passage.heading !== null ? /\p{L}{3}/u.test(words) : saysEnough(words);
  }

  #keepOrJoin(passage: Passage, span: Span, words: string, spoken: string): void {
    const last = this.#kept.at(-1);
    if (last && this.#joinable(last, passage, span, words)) this.#join(last, span);
    else this.#keep(passage, span, words, spoken);
  }

  #joinable(last: Statement, passage: Passage, span: Span, words: string): boolean {
    // Looked at first: what lies between may be most of the text.
    if (span.end - last.start > JOINED_UNITS) return false;
    const between = this.#reader.masked.slice(last.end, span.start).replaceAll(HIDDEN, '');
    return (
      this.#isSameTalk(last.passage, passage, between) &&
      last.question === null &&
      !last.instructs &&
      between.trim().length < 12 &&
      this.#isNext(between) &&
      (last.passage === passage ? leans(words) : takesUp(words))
    );
  }

  /** Lines of one paragraph belong together as much as sentences of one line. */
  #isSameTalk(before: Passage, passage: Passage, between: string): boolean {
    if (before === passage) return true;
    const areProse = before.kind === 'prose' && passage.kind === 'prose' && !this.#reader.isChat;
    return (
      areProse && before.turn === passage.turn && before.heading === passage.heading && !/\n[^\S\n]*\n/.test(between)
    );
  }

  /** Only an opening such as "And" may stand between. */
  #isNext(between: string): boolean {
    return /^\s*(?:(?:and|but|so|also|then|oh|well),?\s+)?$/i.test(between);
  }

  #join(last: Statement, span: Span): void {
    const words = readable(this.#reader.masked.slice(last.start, span.end));
    const evidence = this.#evidence(words);
    last.end = span.end;
    last.words = words;
    last.spoken = words;
    last.evidence = { ...evidence, score: Math.max(evidence.score, last.evidence.score) };
  }

  #answer(passage: Passage, span: Span, words: string, question: string): void {
    const evidence = this.#evidence(`${question} ${words}`);
    const score = Math.max(2, Math.min(3, evidence.score));
    this.#kept.push({
      ...span,
      passage,
      words,
      spoken: words,
      evidence: { ...evidence, score },
      instructs: false,
      question,
    });
  }

  #keep(passage: Passage, span: Span, words: string, spoken: string): void {
    const tells = instructs(spoken);
    const evidence = this.#doubted(passage, words, this.#evidence(words));
    if (evidence.score < 1 && !tells) return;
    const { start, end } = span;
    this.#kept.push({ start, end, passage, words, spoken, evidence, instructs: tells, question: null });
  }

  #evidence(words: string): Evidence {
    return evidenceOf(words, this.#reader.isChat);
  }

  /** A machine's words and what leans on something unsaid are less sure. */
  #doubted(passage: Passage, words: string, evidence: Evidence): Evidence {
    const isMachines = passage.speaker !== null && isMachine(passage.speaker);
    const machine = isMachines ? machineDoubt(passage, words) : 0;
    const alone = passage.kind === 'prose' && !evidence.foreign && (leans(words) || isFragment(words)) ? 1 : 0;
    const score = evidence.score - machine - alone;
    if (passage.kind === 'item' && passage.heading !== null && !isMachines)
      return { ...evidence, score: Math.max(score, 2) };
    // Who "you" is only the listener knows; a machine tells it to its user.
    const toListener = this.#reader.isChat && !isMachines && /^you\b|^your\b/i.test(words);
    return { ...evidence, score: toListener ? Math.min(score, 1) : score };
  }
}
