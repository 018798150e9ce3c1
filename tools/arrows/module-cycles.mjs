/** A folder of `core/modules`, a folder or file of another package; null for tests and what measures. */
function moduleOf(path) {
  if (/\.test\.ts$|\/testing\/|^packages\/(bench|e2e)\//.test(path)) return null;
  const [, module = null] = /^((?:packages|apps)\/[^/]+\/src\/(?:modules\/)?[^/]+)/.exec(path) ?? [];
  return module;
}

/** By module, the modules that it imports. */
function importsOf(files) {
  const imports = new Map();
  for (const { source, dependencies } of files) {
    const module = moduleOf(source);
    if (module === null) continue;
    const reached = dependencies.map(({ resolved }) => moduleOf(resolved)).filter((other) => other && other !== module);
    imports.set(module, new Set([...(imports.get(module) ?? []), ...reached]));
  }
  return imports;
}

/** Takes away, again and again, the modules that import no other of those left, or that no other imports. */
function inCircles(imports) {
  const reached = new Set([...imports.values()].flatMap((each) => [...each]));
  const isBetween = ([module, each]) => reached.has(module) && [...each].some((other) => imports.has(other));
  const between = [...imports].filter(isBetween);
  const left = new Map(
    between.map(([module, each]) => [
      module,
      new Set([...each].filter((other) => between.some(([name]) => name === other))),
    ]),
  );
  return left.size === imports.size ? left : inCircles(left);
}

/** Arrows between modules that lie in a circle, or between two circles. Files may lie in none while their folders do. */
export function moduleCycles(files) {
  return [...inCircles(importsOf(files))].flatMap(([from, reached]) =>
    [...reached].map((to) => ({ rule: 'no-cycles-of-modules', from, to })),
  );
}
