import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const builtFileOf = (path) => path.replace('/src/', '/dist/').replace(/\.ts$/, '.js');

const recorded = [];
const Plain = globalThis.RegExp;

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

/** Records every expression that is built from text while the built files load; RegExp is plain again after that. */
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

export function expressionsIn(value) {
  const found = new Set();
  const seen = new Set([value]);
  // The set grows while it is walked, so each holder is visited once.
  for (const holder of seen) {
    if (holder instanceof Plain) found.add(holder);
    for (const member of membersOf(holder)) if (isHolder(member)) seen.add(member);
  }
  return [...found];
}

const isHolder = (value) => value !== null && (typeof value === 'object' || typeof value === 'function');

/** An object schema makes its `shape` when it is first read; other getters are not called. */
function* membersOf(holder) {
  if (holder instanceof Map || holder instanceof Set) yield* holder.values();
  for (const [key, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(holder)))
    yield get !== undefined && key === 'shape' && holder.type === 'object' ? holder.shape : value;
}
