/** Prints JSON Schema, as zod makes it of the contract, as TypeScript. */

const name = /^[A-Za-z_$][\w$]*$/;
const key = (member) => (name.test(member) ? member : JSON.stringify(member));

const comment = ({ description, default: given }, indent) => {
  const parts = [
    ...(description ? [description] : []),
    ...(given === undefined ? [] : [`@default ${JSON.stringify(given)}`]),
  ];
  if (parts.length === 0) return '';
  return `${indent}/** ${parts.join(' ').replaceAll('*/', '*\\/')} */\n`;
};

/** `true` and `false` in a query string. */
const isFlag = (values) => values.length === 2 && values.includes('true') && values.includes('false');

const printObject = (schema, indent) => {
  const members = Object.entries(schema.properties ?? {});
  const rest = schema.additionalProperties;
  const open = rest !== undefined && rest !== false;
  if (members.length === 0) return open ? `Record<string, ${printType(rest, indent)}>` : 'Record<string, never>';
  const inner = `${indent}  `;
  const lines = members.map(([member, of]) => {
    const mark = schema.required?.includes(member) ? '' : '?';
    return `${comment(of, inner)}${inner}${key(member)}${mark}: ${printType(of, inner)};\n`;
  });
  const others = open ? `${inner}[member: string]: unknown;\n` : '';
  return `{\n${lines.join('')}${others}${indent}}`;
};

const printArray = ({ items = {} }, indent) => {
  const of = printType(items, indent);
  return /^[\w.]+$/.test(of) ? `${of}[]` : `Array<${of}>`;
};

const simple = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' };

/** The TypeScript type of a schema. Fails on what it does not know, rather than to say something else than the contract. */
export function printType(schema, indent = '') {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum)
    return isFlag(schema.enum) ? 'boolean' : schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const several =
    schema.anyOf ?? schema.oneOf ?? (Array.isArray(schema.type) && schema.type.map((type) => ({ ...schema, type })));
  if (several) return several.map((one) => printType(one, indent)).join(' | ');
  if (schema.type === 'object') return printObject(schema, indent);
  if (schema.type === 'array') return printArray(schema, indent);
  const known = simple[schema.type];
  if (known) return known;
  const shape = Object.keys(schema).filter((member) => member !== 'description' && member !== 'default');
  if (shape.length === 0) return 'unknown';
  throw new Error(`tools/print-type.mjs knows no type for ${JSON.stringify(schema)}`);
}

/** A declaration with its comment. */
export const declare = (typeName, schema) => {
  const printed = printType(schema);
  const body = printed.startsWith('{') && printed.endsWith('}') && !printed.includes('} | {');
  return `${comment(schema, '')}export ${body ? `interface ${typeName} ${printed}` : `type ${typeName} = ${printed};`}\n`;
};
