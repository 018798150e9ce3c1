import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where the built file stands that a source becomes. */
export const builtFileOf = (path) => path.replace('/src/', '/dist/').replace(/\.ts$/, '.js');

const recorded = [];
const Plain = globalThis.RegExp;

/** The first place on the stack outside this file. */
function caller() {
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = new Error().stack;
  Error.prepareStackTrace = before;
  const site = sites.find((each) => each.getFileName() !== import.meta.url);
  const file = site?.getFileName() ?? '';
  return {
    file: file.startsWith('file:') ? fileURLToPath(file) : file,
    line: site?.getLineNumber() ?? 0,
    column: site?.getColumnNumber() ?? 0,
  };
}

const record = (made) => {
  recorded.push({ source: made.source, flags: made.flags, ...caller() });
  return made;
};

/** Every expression built from text while the given built files load; the rest of the process keeps the plain RegExp. */
export async function expressionsBuiltBy(root, files) {
  globalThis.RegExp = new Proxy(Plain, {
    construct: (target, [pattern, flags]) => record(new target(pattern, flags)),
    apply: (target, _, [pattern, flags]) => record(target(pattern, flags)),
  });
  try {
    for (const file of files) await import(pathToFileURL(join(root, file)).href);
  } finally {
    globalThis.RegExp = Plain;
  }
  return recorded.splice(0);
}

/** All expressions that a value holds, however deep: the patterns of schemas among them. */
export function expressionsIn(value) {
  const found = new Set();
  const seen = new Set([value]);
  // A set that grows while it is walked: each holder is seen once.
  for (const holder of seen) {
    if (holder instanceof Plain) found.add(holder);
    for (const member of membersOf(holder)) if (isHolder(member)) seen.add(member);
  }
  return [...found];
}

const isHolder = (value) => value !== null && (typeof value === 'object' || typeof value === 'function');

/** The definition of an object's schema makes its shape when it is first read; other members that run code are left alone. */
function* membersOf(holder) {
  if (holder instanceof Map || holder instanceof Set) yield* holder.values();
  for (const [key, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(holder)))
    yield get !== undefined && key === 'shape' && holder.type === 'object' ? holder.shape : value;
}
