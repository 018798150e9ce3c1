import { languageByRules } from '@hippocamp/runtime/text/text-ports';
import type { Statement } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Labelled } from './labelled.js';
import { holds, type LabelledText, overlaps, readTrainingTexts, sourceTextOf } from './labelled-texts.js';

const tenant = 'bench' as TenantId;

/** Null where the labels say nothing of the statement, or its facts have different tiers. */
function labelOf(
  statement: Statement,
  { facts, noise }: LabelledText,
  text: string,
): Pick<Labelled, 'label' | 'tier'> | null {
  const said = facts.filter((fact) => holds(statement, fact));
  const [first] = said;
  if (first) return said.every(({ tier }) => tier === first.tier) ? { label: 'keep', tier: first.tier } : null;
  return noise.some((piece) => overlaps(statement, piece, text)) ? { label: 'noise' } : null;
}

/** Rules alone decide the others, so no model sees them. */
const isAsked = ({ role, borrowed, instructs }: Statement): boolean =>
  role !== 'assistant' && role !== 'system' && !borrowed && !instructs;

async function statementsOf(labelled: LabelledText, author: string): Promise<Labelled[]> {
  const given = sourceTextOf(labelled);
  const statements = await languageByRules.segment(tenant, given);
  return statements.filter(isAsked).flatMap((statement): Labelled[] => {
    const { words } = statement;
    const found = labelOf(statement, labelled, given.text);
    if (found === null) return [];
    const { source } = given;
    return [{ text: words, source, kind: labelled.kind, topic: labelled.name, author, ...found }];
  });
}

export async function readTextStatements(): Promise<Labelled[]> {
  const found: Labelled[] = [];
  for (const { author, texts } of readTrainingTexts()) {
    for (const text of texts) found.push(...(await statementsOf(text, author)));
  }
  return found;
}
