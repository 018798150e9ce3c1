import { type FieldError, validationFailed } from '@hippocamp/shared/problems';

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
};

const split = (pair: string): [string, string] => {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
};

const clean = (value: string | null): value is string => value !== null && !value.includes('\0');

/** Name and value of each parameter of a query string. A parameter sent twice or badly encoded is refused. */
export function readQuery(url: string): Record<string, string> {
  const at = url.indexOf('?');
  const pairs =
    at < 0
      ? []
      : url
          .slice(at + 1)
          .split('&')
          .filter(Boolean);
  const errors: FieldError[] = [];
  const found = new Map<string, string>();
  for (const pair of pairs) {
    const [rawName, rawValue] = split(pair);
    const name = decode(rawName);
    const value = decode(rawValue);
    if (!clean(name) || !clean(value)) {
      errors.push({
        path: `query.${rawName.slice(0, 64)}`,
        code: 'invalid_encoding',
        message: 'is not UTF-8 text in percent encoding',
      });
    } else if (found.has(name)) {
      errors.push({ path: `query.${name}`, code: 'repeated', message: 'must be sent once' });
    } else found.set(name, value);
  }
  if (errors.length > 0) throw validationFailed(errors);
  return Object.fromEntries(found);
}
