export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  minItems?: number;
  minProperties?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Follows a reference, and keeps the keywords beside it. */
export const resolve = (schema: Schema, schemas: Schemas): Schema => {
  const { $ref, ...beside } = schema;
  if (!$ref) return schema;
  const target = schemas[$ref.split('/').at(-1) ?? ''];
  if (!target) throw new Error(`${$ref} leads nowhere`);
  return { ...resolve(target, schemas), ...beside };
};

/** The members of a union, or one schema for each of several types. */
export const alternatives = (schema: Schema, schemas: Schemas): Schema[] => {
  const whole = resolve(schema, schemas);
  const { anyOf, oneOf, ...rest } = whole;
  const union = anyOf ?? oneOf;
  if (union) return union.flatMap((one) => alternatives({ ...rest, ...resolve(one, schemas) }, schemas));
  return Array.isArray(whole.type) ? whole.type.map((type) => ({ ...whole, type })) : [whole];
};
