import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import { contextsIn } from './context.js';
import { readJson } from './json/json-passages.js';
import { passagesOf } from './layout/passages-of.js';
import { masked as mask } from './masks/masked.js';
import { saidIn } from './statements/said.js';
import { statementsOf } from './statements/statements-of.js';

const readText = (text: string, isChat: boolean) => {
  const { text: masked, author } = mask(text);
  return { masked, passages: passagesOf(masked, { isChat, author }) };
};

/** The statements of a text by its layout and rules of English; other languages get their sentences without them. */
export function segment({ text, source }: SourceText): Statement[] {
  const { masked, passages } = readJson(text) ?? readText(text, source === 'chat');
  return statementsOf(saidIn(masked, passages), { masked, source, contextOf: contextsIn(text, passages) });
}
