import { declare, printType } from './print-type.mjs';

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** The name of an input or answer; those that have none in the contract get one of the operation. */
const nameFor = (id, part, schema, declarations) => {
  if (schema.$ref || schema.type === 'string') return printType(schema);
  const name = capital(id) + capital(part);
  declarations.push(declare(name, schema));
  return name;
};

const typesOf = (id, { summary }, { params, inputs, isOptional, schema }, declarations) => {
  const named = Object.entries(inputs).map(([part, of]) => [
    part,
    isOptional(part) ? '?' : '',
    nameFor(id, part, of, declarations),
  ]);
  const request = [
    ...(params.length > 0 ? [`params: { ${params.map((param) => `${param}: string`).join('; ')} }`] : []),
    ...named.map(([part, mark, type]) => `${part}${mark}: ${type}`),
  ];
  const given = [
    ...params.map((param) => `${param}: string`),
    ...named.map(([part, mark, type]) => `${part}${mark}: ${type}`),
  ];
  return (
    `  /** ${summary}. */\n  ${id}: {\n` +
    `    request: ${request.length > 0 ? `{ ${request.join('; ')} }` : 'NoRequest'};\n` +
    `    arguments: [${given.join(', ')}];\n` +
    `    answer: ${nameFor(id, 'answer', schema, declarations)};\n  };\n`
  );
};

/** What each operation takes and answers, with the types that have a name in the contract. */
export function writeTypes(described, components) {
  const declarations = [];
  const entries = described.map(([id, operation, description]) => typesOf(id, operation, description, declarations));
  const named = [...components].map(([name, schema]) => declare(name, schema));
  return [
    'export type NoRequest = Record<string, never>;\n',
    ...named,
    ...declarations,
    `/** What each operation of the service takes and answers. */\nexport interface Operations {\n${entries.join('')}}\n`,
  ].join('\n');
}
