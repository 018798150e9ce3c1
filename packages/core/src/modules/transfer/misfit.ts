import { definitionOf, fit, type Schema } from '@hippocamp/shared/operations/field-errors';
import { type FieldError, MOST_ERRORS } from '@hippocamp/shared/problems';
import { pace } from '../waiting.js';

type Misfit = readonly FieldError[] | null;

/** The schemas that a value has to fit together: the one inside a wrapper, and both sides of a pipe. */
const layersOf = (schema: Schema): Schema[] => {
  const { innerType, in: input, out } = definitionOf(schema);
  const inner = [innerType, input, out].filter((one) => one !== undefined);
  return inner.length === 0 ? [schema] : inner.flatMap(layersOf);
};

/** Refuses members that it does not know. */
const isStrict = (schema: Schema): boolean => definitionOf(schema).catchall?.type === 'never';

const looked = new WeakMap<Schema, boolean>();

/** Whether one value can have any number of misfits in it: it holds a list, or an object that is strict. */
const isLooked = (schema: Schema): boolean => {
  const known = looked.get(schema);
  if (known !== undefined) return known;
  const found = layersOf(schema).some((one) => {
    const { element, shape = {} } = definitionOf(one);
    return element !== undefined || isStrict(one) || Object.values(shape).some(isLooked);
  });
  looked.set(schema, found);
  return found;
};

const fitAt = (schema: Schema, value: unknown, path: string): Misfit =>
  fit('body', schema, value).errors?.map((error) => ({ ...error, path: path + error.path })) ?? null;

/** Null where few or no members are unknown. */
function manyUnknown(schema: Schema, value: object, path: string): Misfit {
  const { shape = {} } = definitionOf(schema);
  if (!isStrict(schema)) return null;
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
  if (unknown.length <= MOST_ERRORS) return null;
  return fitAt(schema, Object.fromEntries(unknown.slice(0, MOST_ERRORS).map((name) => [name, null])), path);
}

async function misfitInList(list: Schema, element: Schema, given: readonly unknown[], path: string): Promise<Misfit> {
  // A layer that only has bounds of the list's length, looked at before its elements are.
  if (definitionOf(element).type === 'unknown') return fitAt(list, given, path);
  for (const [index, value] of given.entries()) {
    await pace();
    const at = `${path}/${index}`;
    const found =
      (isLooked(element) ? await misfitIn(element, value, { path: at }) : null) ?? fitAt(element, value, at);
    if (found) return found;
  }
  return null;
}

async function misfitInMembers(
  shape: Record<string, Schema>,
  value: object,
  path: string,
  except: string | undefined,
): Promise<Misfit> {
  for (const [name, schema] of Object.entries(shape)) {
    if (name === except || !isLooked(schema) || !Object.hasOwn(value, name)) continue;
    const found = await misfitIn(schema, (value as Record<string, unknown>)[name], { path: `${path}/${name}` });
    if (found) return found;
  }
  return null;
}

/**
 * Looks at the elements of all lists in a value one by one, and answers the first that does not fit: a schema would make
 * issues for each of a hundred thousand. Others get their turn in between. Of what stands in no list, only many members
 * that are not known are found. The member `except` is left to the caller.
 */
export async function misfitIn(
  schema: Schema,
  value: unknown,
  { path = '', except }: { path?: string; except?: string } = {},
): Promise<Misfit> {
  if (typeof value !== 'object' || value === null) return null;
  for (const one of layersOf(schema)) {
    const { element, shape } = definitionOf(one);
    if (element && !Array.isArray(value)) continue;
    const found = element
      ? await misfitInList(one, element, value as readonly unknown[], path)
      : (manyUnknown(one, value, path) ?? (await misfitInMembers(shape ?? {}, value, path, except)));
    if (found) return found;
  }
  return null;
}
