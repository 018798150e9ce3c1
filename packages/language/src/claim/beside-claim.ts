import type { MemoryBeside, MemoryToRead } from '@hippocamp/shared/language/claim';
import { type Token, viewOf } from '../compare/sentence-view.js';
import { inFormOf } from '../compare/written-alike.js';
import { sentencesOf } from '../segment/layout/sentences.js';
import { firstVerb, hasVerb, newSubject, sharedVerb } from '../words/verbs.js';
import { frequencies, meanings } from './lexicon/synonyms.js';
import { knownIn, mayRefute, namesIn } from './may-refute.js';

/** Signs that a sentence states no fact: a question, a condition, a story, an example. */
const sentenceDoubts =
  /\?\s*$|\b(?:if|unless|whether|as if|as though|imagine|pretend|suppose|supposing|in (?:my|a|the|his|her) (?:dream|story|novel|film|movie|game|book)|(?:story|novel|film|movie|character|joke|hypothetical\w*) (?:about|is|was|where|in which)|let us say|let's say|for example|for instance|e\.g\.)\b/i;
const LONGEST_QUOTATION = 1200;

const quotes = (sentence: string): boolean =>
  sentence
    .split('"')
    .slice(1, -1)
    .some((part) => part.length <= LONGEST_QUOTATION && (part.match(/\s/g)?.length ?? 0) >= 2);

/** UTF-16 units of a text that are read; a longer text is a document, and its rest is ignored. */
const LONGEST_READ = 10_000;

/** "Mara lives in Porto and works at the museum" → "Mara lives in Porto", "Mara works at the museum". */
const withSubject = (clause: string): string[] => {
  const [first = '', ...rest] = clause.split(sharedVerb);
  const subject = firstVerb.exec(first)?.[1];
  if (subject === undefined || rest.length === 0) return [clause];
  return [first, ...rest.map((part) => `${subject} ${part}`)];
};

/** "At 11 p.m. UTC" ends no sentence. */
const halves = /\b([ap])\.m\.(?= )/gi;

/** "Ask and Embla are seven": a part without a verb is half of a subject. */
const joined = (parts: readonly string[]): string[] => {
  const all: string[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last !== undefined && !hasVerb(last)) all[all.length - 1] = `${last} and ${part}`;
    else all.push(part);
  }
  return all;
};

const clausesOf = (sentence: string): string[] =>
  sentenceDoubts.test(sentence) || quotes(sentence)
    ? [sentence]
    : joined(sentence.split(newSubject)).flatMap(withSubject);

/** The sentences of a text, split into coordinated clauses that each have a subject. */
export const statementsOf = (text: string): string[] => {
  return sentencesOf(text.slice(0, LONGEST_READ).replace(halves, '$1m'))
    .flatMap(clausesOf)
    .map((statement) => statement.trim())
    .filter((statement) => /[\p{L}\p{N}]/u.test(statement));
};

/** Single words, in lower case. A town named with its country or region is still the same place. */
const regions = new Set(
  `afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain bangladesh barbados
  belarus belgium belize benin bhutan bolivia bosnia botswana brazil brunei bulgaria burkina burma burundi cambodia cameroon canada
  chad chile china colombia congo croatia cuba cyprus czechia denmark djibouti dominica ecuador egypt eritrea estonia ethiopia fiji
  finland france gabon gambia georgia germany ghana greece grenada guatemala guinea guyana haiti honduras hungary iceland india
  indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan kenya kosovo kuwait kyrgyzstan laos latvia lebanon lesotho
  liberia libya liechtenstein lithuania luxembourg madagascar malawi malaysia maldives mali malta mauritania mauritius mexico moldova
  monaco mongolia montenegro morocco mozambique myanmar namibia nepal netherlands nicaragua niger nigeria macedonia norway oman
  pakistan palestine panama paraguay peru philippines poland portugal qatar romania russia rwanda senegal serbia singapore slovakia
  slovenia somalia spain sudan suriname sweden switzerland syria taiwan tajikistan tanzania thailand togo tunisia turkey turkmenistan
  uganda ukraine emirates uae kingdom uk usa us states america uruguay uzbekistan vatican venezuela vietnam yemen zambia zimbabwe
  england scotland wales britain ulster holland korea zealand arabia lanka africa asia europe eu antarctica oceania scandinavia
  balkans caribbean iberia benelux midlands bavaria saxony tuscany sicily sardinia provence brittany normandy catalonia andalusia
  galicia flanders wallonia tyrol carinthia california texas florida oregon nevada arizona colorado ohio michigan illinois virginia
  georgia alabama alaska hawaii quebec ontario alberta manitoba siberia bohemia moravia silesia pomerania`.split(/\s+/),
);

const isRegion = (word: string): boolean => regions.has(word.toLowerCase());

const inWord = /[\p{L}\p{N}-]/u;

/** "twice weekly" is not "weekly". */
const times = /\b(?:twice|times|other|bi)[ -]$/i;

function placeOf(words: string, text: string): number {
  const at = text.toLowerCase().indexOf(words);
  const isPart =
    inWord.test(text[at - 1] ?? '') ||
    inWord.test(text[at + words.length] ?? '') ||
    times.test(text.slice(0, Math.max(0, at)));
  return isPart ? -1 : at;
}

/** Writes an equal frequency as the claim does: "every six months" for "twice a year". */
const asOftenAs = (text: string, claim: string): string =>
  frequencies.reduce((written, meaning) => {
    const ways = meanings.get(meaning) ?? [];
    const [said, told] = [claim, written].map((each) => ways.find((way) => placeOf(way, each) >= 0));
    if (said === undefined || told === undefined || said === told) return written;
    const at = placeOf(told, written);
    return written.slice(0, at) + said + written.slice(at + told.length);
  }, text);

const frequenciesIn = (text: string): string[] =>
  frequencies.filter((meaning) => meanings.get(meaning)?.some((way) => placeOf(way, text) >= 0));

const isOtherwiseOften = (claim: string, text: string): boolean => {
  const [said, told] = [frequenciesIn(claim), frequenciesIn(text)];
  return said.length > 0 && told.length > 0 && !said.some((one) => told.includes(one));
};

const comparing =
  /\b(?:(?:more|less|fewer) than|over|under) (?:an? )?(?:half|third|quarter)\b|\b(?:majority|minority)\b/i;
const share = /\d ?%|\bper ?cent\b/i;

/** "more than half" beside "40 percent" needs a calculation, and the model that reads the two does none. */
const reckons = (claim: string, text: string): boolean => comparing.test(claim) && share.test(text);

/** The memories as the model reads them beside a claim, in the same order. */
export function besideClaim(claim: string, memories: readonly MemoryToRead[]): MemoryBeside[] {
  const view = viewOf(claim);
  const [subject] = view.tokens;
  const known = memories.map(knownIn);
  const isKnown = ({ word, same }: Token): boolean => isRegion(word) || known.some((words) => words.has(same));
  const areKnown = namesIn(view).every(isKnown);
  return memories.map((memory, place) => {
    const isAlike = subject !== undefined && known[place]?.has(subject.same);
    const others = namesIn(viewOf(memory.text)).filter(({ same }) => !view.all.has(same));
    return {
      text: asOftenAs(inFormOf(memory.text, view), claim),
      maySupport: areKnown && !reckons(claim, memory.text) && !isOtherwiseOften(claim, memory.text),
      mayRefute: mayRefute(view, memory),
      otherName: !areKnown && isAlike === true && others.length > 0,
    };
  });
}
