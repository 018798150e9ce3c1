import type { ModelAnswer, ModelStatement } from '@hippocamp/core/ports/reading-model';
import { label, tier, tierNames, unit, visibleText } from '@hippocamp/shared/schemas/common';
import { z } from 'zod';
import { ofSchema } from './of-schema.js';

/** Of one part; no text of its length says more. */
const MOST_STATEMENTS = 200;
const MOST_TAGS = 8;

const statement = z.object({
  content: visibleText(1000),
  span: visibleText(1000),
  tier,
  importance: unit,
  confidence: unit,
  tags: z.array(z.string()),
  rationale: z.string(),
});

const answer = z.object({ statements: z.array(z.unknown()) });

const string = { type: 'string' } as const;

/** What the server is asked to keep to. Bounds are left out, which not every server knows; they are checked here. */
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
          rationale: string,
        },
        required: ['content', 'span', 'tier', 'importance', 'confidence', 'tags', 'rationale'],
        additionalProperties: false,
      },
    },
  },
  required: ['statements'],
  additionalProperties: false,
};

const tagsOf = (given: readonly string[]): string[] => {
  const tags = given.map((each) => each.trim().toLowerCase()).filter((each) => label(64).safeParse(each).success);
  return [...new Set(tags)].slice(0, MOST_TAGS);
};

const statementOf = (item: unknown): ModelStatement[] => {
  const { data } = statement.safeParse(item);
  if (!data) return [];
  const rationale = data.rationale.replaceAll('\0', '').slice(0, 300).toWellFormed().trim() || 'worth keeping';
  return [{ ...data, content: data.content.trim(), tags: tagsOf(data.tags), rationale }];
};

/** What a model wrote, as far as it can be used. Throws `ModelFailure` where it is none of the schema at all. */
export function readAnswer(text: string): ModelAnswer {
  const given = ofSchema(text, answer).statements;
  const items = given.slice(0, MOST_STATEMENTS);
  const statements = items.flatMap(statementOf);
  return { statements, unusable: given.length - statements.length };
}
