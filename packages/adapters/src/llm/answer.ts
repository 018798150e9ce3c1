import { ModelFailure } from '@hippocamp/core/ports/model-failure';
import type { ModelAnswer, ModelStatement } from '@hippocamp/core/ports/reading-model';
import { label, tier, tierNames, unit, visibleText } from '@hippocamp/shared/schemas/common';
import { z } from 'zod';
import { ofSchema } from './of-schema.js';

/** Statements of one part; no text of its length says more. */
const MOST_STATEMENTS = 200;
const MOST_TAGS = 8;

/** A percentage: 95 is read as 0.95. */
const share = z
  .number()
  .transform((given) => (given > 1 && given <= 100 ? given / 100 : given))
  .pipe(unit);

/** Only content and place are required. The local judge knows the rest better, so missing members change nothing. */
const statement = z.object({
  content: visibleText(1000),
  span: visibleText(1000),
  tier: tier.catch('short_term'),
  importance: share.catch(0.5),
  confidence: share.catch(0),
  tags: z.array(z.unknown()).catch([]),
});

const answer = z.object({ statements: z.array(z.unknown()) });

const string = { type: 'string' } as const;

/** Sent to the server without bounds, which not every server supports; they are checked here. */
export const answerSchema = {
  type: 'object',
  properties: {
    statements: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          content: string,
          span: string,
          tier: { type: 'string', enum: tierNames },
          importance: { type: 'number' },
          confidence: { type: 'number' },
          tags: { type: 'array', items: string },
        },
        required: ['content', 'span', 'tier', 'importance', 'confidence', 'tags'],
        additionalProperties: false,
      },
    },
  },
  required: ['statements'],
  additionalProperties: false,
};

const tagsOf = (given: readonly unknown[]): string[] => {
  const written = given.filter((each) => typeof each === 'string');
  const tags = written.map((each) => each.trim().toLowerCase()).filter((each) => label(64).safeParse(each).success);
  return [...new Set(tags)].slice(0, MOST_TAGS);
};

const statementOf = (item: unknown): ModelStatement[] => {
  const { data } = statement.safeParse(item);
  if (!data) return [];
  return [{ ...data, content: data.content.trim(), tags: tagsOf(data.tags) }];
};

/** Throws `ModelFailure` where there is none. */
export function readAnswer(text: string): ModelAnswer {
  const given = ofSchema(text, answer).statements;
  const items = given.slice(0, MOST_STATEMENTS);
  const statements = items.flatMap(statementOf);
  if (given.length > 0 && statements.length === 0) throw new ModelFailure('the answer has no statement', 'refused');
  return { statements, unusable: given.length - statements.length };
}
