import type { Statement } from '@hippocamp/shared/language/statement';
import { withoutEnd } from '@hippocamp/shared/text/ends';
import { decodedFrom } from '../../screen/decoded.js';
import { readable } from '../../spans.js';
import type { ContextOf } from '../context.js';
import { roleOf, speakerOf } from '../layout/speakers.js';
import { contentOf } from './content.js';
import { followsOn } from './follows.js';
import type { Said } from './said.js';

/** Where something is said. */
interface Setting {
  masked: string;
  source: Statement['source'];
  /** Whether people talk in it. */
  isTalk: boolean;
  contextOf: ContextOf;
  /** Whether a place lies in a quoted or tagged block; asked in the order of the text. */
  isInBlock(place: number): boolean;
}

const titleOf = (masked: string, { heading }: Said['passage']): string | null =>
  heading && withoutEnd(readable(masked.slice(heading.start, heading.end)), /[:：#*\s]/);

const statementOf = (
  said: Said,
  before: Said | undefined,
  { masked, source, isTalk, contextOf, isInBlock }: Setting,
): Statement => {
  const { start, end, spoken, instructs, question, after, earlier, passage, kind, borrowed } = said;
  const { words } = said;
  const follows = followsOn(before, said, masked, source === 'chat');
  const label = passage.speaker;
  const heading = titleOf(masked, passage);
  const telling = { words, kind, heading, speaker: speakerOf(label), question, after };
  const context = contextOf(said);
  return {
    content: contentOf(telling),
    start,
    end,
    ...telling,
    spoken,
    earlier,
    turn: isTalk ? passage.turn : null,
    block: isInBlock(passage.start) ? passage.start : null,
    source,
    role: roleOf(label),
    context,
    instructs,
    borrowed,
    follows,
    language: null,
    disguised: decodedFrom(spoken),
  };
};

/** A statement, where the words that it quotes stand, and the turn of its passage. */
export interface Placed {
  statement: Statement;
  quoted: Said['quoted'];
  turn: number;
}

export const statementsOf = (said: readonly Said[], setting: Setting): Placed[] =>
  said.map((each, place) => ({
    statement: statementOf(each, said[place - 1], setting),
    quoted: each.quoted,
    turn: each.passage.turn,
  }));
