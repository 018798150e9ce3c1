import { ModelFailure } from '@hippocamp/core/ports/model-failure';
import type { z } from 'zod';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFailure('the answer is no JSON', 'refused');
  }
};

/** Throws `ModelFailure` where the text does not match. */
export function ofSchema<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> {
  const { success, data } = schema.safeParse(parsed(text));
  if (!success) throw new ModelFailure('the answer is not of the schema', 'refused');
  return data;
}
