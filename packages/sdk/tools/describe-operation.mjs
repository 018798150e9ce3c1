import { z } from 'zod';

/** What the generated files say of an operation: schemas without zod, and what is to be known at run time. */

const schemaOf = (schema, io, components) => {
  const {
    $schema: _dialect,
    $defs,
    ...bare
  } = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).replaceAll('"#/$defs/', '"#/'));
  for (const [name, found] of Object.entries($defs ?? {})) {
    const earlier = components.get(name);
    if (earlier && JSON.stringify(earlier) !== JSON.stringify(found))
      throw new Error(`${name} is sent and answered in two forms`);
    components.set(name, found);
  }
  return bare;
};

const isBlank = ({ type, $ref, enum: values, anyOf, oneOf }) => !(type || $ref || values || anyOf || oneOf);

/** Numbers and objects as they are, where a query string has text; what may be left out as it is sent. */
const querySchema = (schema, components) => {
  const sent = schemaOf(schema, 'input', components);
  const read = schemaOf(schema, 'output', components);
  const properties = Object.fromEntries(
    Object.entries(sent.properties ?? {}).map(([name, member]) => {
      const { default: _text, ...bare } = member;
      const wanted = isBlank(read.properties[name] ?? {}) ? bare : read.properties[name];
      const { description = wanted.description } = member;
      return [name, { ...wanted, ...(description ? { description } : {}) }];
    }),
  );
  return { ...sent, properties };
};

const membersOf = ({ properties = {} }) => Object.keys(properties);

const headersSchema = (headers) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { type: 'string', description }]),
  ),
});

const envelopeOf = ({ properties = {}, $ref }) =>
  $ref ? undefined : membersOf({ properties }).join() === 'data' ? properties.data : undefined;

const answerOf = ({ answers, mediaType }, components) => {
  if (mediaType) return { schema: { type: 'string' }, enveloped: false };
  const forms = [
    ...new Set(Object.values(answers).map((schema) => JSON.stringify(schemaOf(schema, 'output', components)))),
  ];
  if (forms.length !== 1) throw new Error('answers of several forms');
  const schema = JSON.parse(forms[0]);
  const data = envelopeOf(schema);
  return { schema: data ?? schema, enveloped: data !== undefined };
};

/** `components` collects what has a name of its own. */
export function describeOperation(operation, components) {
  const resolved = (schema) => (schema?.$ref ? components.get(schema.$ref.split('/').at(-1)) : schema);
  const params = operation.params ? membersOf(schemaOf(operation.params, 'input', components)) : [];
  const body = operation.lines
    ? { type: 'string', description: 'Lines of an export' }
    : operation.body && schemaOf(operation.body, 'input', components);
  const bodyMembers = membersOf(resolved(body) ?? {});
  const inputs = {
    ...(body && (operation.lines || bodyMembers.length > 0) ? { body } : {}),
    ...(operation.query ? { query: querySchema(operation.query, components) } : {}),
    ...(operation.headers ? { headers: headersSchema(operation.headers) } : {}),
  };
  const isOptional = (part) => part !== 'body' && (inputs[part].required ?? []).length === 0;
  return { params, inputs, isOptional, hasBody: body !== undefined, bodyMembers, ...answerOf(operation, components) };
}
