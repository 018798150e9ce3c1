import type { Statement } from '@hippocamp/shared/language/statement';
import { withoutEnd } from '@hippocamp/shared/text/ends';
import { toldText } from '../../heads/features.js';
import { readable } from '../../spans.js';
import type { ContextOf } from '../context.js';
import { roleOf, speakerOf } from '../layout/speakers.js';
import { withAntecedent } from './antecedent.js';
import { contentOf } from './content.js';
import { followsOn } from './follows.js';
import type { Said } from './said.js';

/** Where something is said. */
interface Setting {
  masked: string;
  source: Statement['source'];
  contextOf: ContextOf;
}

const titleOf = (masked: string, { heading }: Said['passage']): string | null =>
  heading && withoutEnd(readable(masked.slice(heading.start, heading.end)), /[:：#*\s]/);

/** What is said before, as it was resolved. */
interface Before {
  said: Said;
  words: string;
}

const statementOf = (said: Said, before: Before | undefined, { masked, source, contextOf }: Setting): Statement => {
  const { start, end, spoken, instructs, question, passage, kind, borrowed } = said;
  const after = followsOn(before?.said, said, masked, source === 'chat');
  const named = before && after !== null ? withAntecedent(before.words, said.words) : null;
  const words = named ?? said.words;
  const follows = named === null ? after : null;
  const label = passage.speaker;
  const heading = titleOf(masked, passage);
  const telling = { words, kind, heading, speaker: speakerOf(label), question };
  const context = contextOf(said);
  return {
    content: contentOf(telling),
    start,
    end,
    ...telling,
    spoken,
    told: toldText({ spoken, heading, question }),
    source,
    role: roleOf(label),
    context,
    instructs,
    borrowed,
    follows,
    language: null,
    vain: false,
  };
};

export function statementsOf(said: readonly Said[], setting: Setting): Statement[] {
  let before: Before | undefined;
  return said.map((each) => {
    const statement = statementOf(each, before, setting);
    before = { said: each, words: statement.words };
    return statement;
  });
}
