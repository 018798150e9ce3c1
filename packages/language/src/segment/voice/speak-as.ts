import { endOf } from '@hippocamp/shared/text/ends';
import { spelled } from '../../words/contractions.js';
import { agreeing, coordinated, isAdverb, wouldOrHad } from './agreement.js';
import { joinedBefore } from './subjects.js';

const token = /[\p{L}\p{M}\p{N}]+(?:[-'][\p{L}\p{M}\p{N}]+)*|[^\p{L}\p{M}\p{N}]+/gu;

/** With these in it, a name in place of "I" would leave half a conversation in the sentence. */
const addressed =
  /\b(?:you|your|yours|yourself|u|ur|we|us|our|ours|ourselves|let's|we're|we've|we'll|you're|you've|you'll)\b/i;
const quotation = /["“”«»„]/;
const inverted =
  /^(?:am|do|have|had|can|could|will|would|should|shall|may|might|must|did|was|nor|neither|don't|can't)$/;
export const firstPerson = /\b(?:i|me|my|mine|myself|im|ive)\b/i;

const MOST_NAMES = 3;

/** Walks over a sentence and replaces what the first person changes. */
class Retelling {
  readonly #tokens: string[];
  readonly #name: string;
  readonly #sentence: string;
  #position = 0;
  #told = '';
  /** A present verb has been changed, so that one joined to it by "and" changes too. */
  #present = false;
  #infinitive = false;
  #adjacent = false;
  #subjects = 0;
  failed = false;

  constructor(sentence: string, name: string) {
    this.#sentence = sentence;
    this.#tokens = sentence.match(token) ?? [];
    this.#name = name;
  }

  tell(): string | null {
    while (this.#position < this.#tokens.length && !this.failed) this.#step();
    return this.failed ? null : this.#told;
  }

  #peek(ahead = 0): string {
    return this.#tokens[this.#position + ahead] ?? '';
  }

  #step(): void {
    const word = this.#peek();
    this.#position += 1;
    if (/^i(?:'(?:m|ve|d|ll))?$/i.test(word)) this.#subject(word.slice(1).toLowerCase());
    else {
      const said = this.#other(word);
      this.#told += said;
    }
  }

  #other(word: string): string {
    const lower = word.toLowerCase();
    if (lower === 'me') return this.#name;
    if (lower === 'my') return `${this.#name}'s`;
    if (lower === 'mine') return `${this.#name}'s`;
    if (lower === 'myself') return this.#reflexive();
    if (/^(?:and|or|but|then)$/.test(lower)) return word + this.#joined();
    if (lower === 'to') this.#infinitive = true;
    if (/[\p{L}]/u.test(word)) this.#adjacent = false;
    if (/[;:.!?]/.test(word) || /^(?:who|which|he|she|they|it|people|because)$/.test(lower)) this.#present = false;
    return word;
  }

  #reflexive(): string {
    if (!/\bby $/.test(this.#told)) return 'themself';
    this.#told = this.#told.replace(/by $/, '');
    return 'alone';
  }

  #subject(clitic: string): void {
    this.#subjects += 1;
    // Each looks back over what is told, and more of them are refused in the end.
    if (this.#subjects > MOST_NAMES) {
      this.failed = true;
      return;
    }
    const before = this.#told.trimEnd();
    const last = endOf(before, /[\p{L}']/u);
    if (inverted.test(last.toLowerCase())) this.failed = true;
    this.#told += this.#name;
    const joined = /^(?:and|or)$/i.test(last) ? joinedBefore(this.#spokenBefore(last)) : 'clause';
    if (joined === 'unclear') this.failed = true;
    if (joined === 'compound') return;
    this.#infinitive = false;
    if (clitic !== '') this.#clitic(clitic);
    else this.#verb();
  }

  /** The original words before the "and" that precedes. */
  #spokenBefore(conjunction: string): string {
    const spoken = this.#tokens
      .slice(0, this.#position - 1)
      .join('')
      .trimEnd();
    return spoken.slice(0, spoken.length - conjunction.length).trimEnd();
  }

  #clitic(clitic: string): void {
    this.#present = clitic === "'m" || clitic === "'ve";
    if (clitic === "'m") this.#told += ' is';
    if (clitic === "'ve") this.#told += ' has';
    if (clitic === "'ll") this.#told += ' will';
    if (clitic === "'d") this.#told += ` ${wouldOrHad(this.#wordAhead())}`;
  }

  /** The next word that is no adverb, without moving on. */
  #wordAhead(): string {
    let ahead = 0;
    while (isAdverb(this.#peek(ahead).toLowerCase()) || !/\p{L}/u.test(this.#peek(ahead))) {
      ahead += 1;
      if (this.#position + ahead >= this.#tokens.length) return '';
    }
    return this.#peek(ahead).toLowerCase();
  }

  #copyAdverbs(): void {
    let at = 0;
    while (this.#peek(at).trim() === '' && isAdverb(this.#peek(at + 1).toLowerCase()) && this.#peek(at) !== '') at += 2;
    this.#told += this.#tokens.slice(this.#position, this.#position + at).join('');
    this.#position += at;
  }

  #verb(): void {
    this.#copyAdverbs();
    const gap = this.#peek();
    const verb = this.#peek(1).toLowerCase();
    const form = gap.trim() === '' && verb !== '' ? agreeing(verb, this.#sentence) : null;
    if (form === null) {
      this.failed = true;
      return;
    }
    this.#told += gap + form;
    this.#position += 2;
    this.#present = form !== verb;
    this.#adjacent = true;
  }

  #joined(): string {
    if (!this.#present) return '';
    const start = this.#told;
    this.#told = '';
    this.#copyAdverbs();
    const between = this.#told;
    this.#told = start;
    const gap = this.#peek();
    const word = this.#peek(1);
    if (gap.trim() !== '' || !/^\p{Ll}/u.test(word) || word === 'i') return between;
    const form = coordinated(word, this.#peek(3).toLowerCase(), this.#adjacent, this.#infinitive);
    if (form === null) {
      this.failed = true;
      return between;
    }
    // No verb: it goes its way like any other word.
    if (form === word) return between;
    this.#position += 2;
    return between + gap + form;
  }
}

/** The sentence with the name of its speaker in place of the first person; null where that would be clumsy or wrong. */
export function speakAs(name: string, sentence: string): string | null {
  const words = spelled(sentence);
  if (!firstPerson.test(words) || addressed.test(words) || quotation.test(words)) return null;
  const told = new Retelling(words, name).tell();
  if (told === null || told.split(name).length - 1 > MOST_NAMES) return null;
  return told;
}
