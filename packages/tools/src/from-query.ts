import type { z } from 'zod';

/** A number of a query string, as `queryInteger` describes it. */
type InQuery = z.ZodDefault<z.ZodPipe<z.ZodType, z.ZodNumber>>;

/** The same number in a tool's arguments, which are JSON. */
export const fromQuery = (member: InQuery): z.ZodDefault<z.ZodNumber> => {
  const number = member.unwrap().out.default(member.def.defaultValue);
  return member.description === undefined ? number : number.describe(member.description);
};
