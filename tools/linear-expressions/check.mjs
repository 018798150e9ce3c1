import { join } from 'node:path';
import { automatonOf } from './automaton.mjs';
import { builtFileOf, expressionsBuiltBy } from './built.mjs';
import { growthOf } from './growth.mjs';
import { readSource } from './sources.mjs';

/** Null for a linear expression. */
export function judge({ source, flags }) {
  try {
    return growthOf(automatonOf(source, flags));
  } catch (error) {
    return { complexity: `undecided, it ${error instanceof Error ? error.message : error}`, text: '' };
  }
}

async function builtExpressions(root, sources) {
  const withBuilders = sources.filter(({ builders }) => builders.length > 0);
  const recorded = await expressionsBuiltBy(
    root,
    withBuilders.map(({ path }) => builtFileOf(path)),
  );
  const expressions = [];
  const failures = [];
  for (const { path, builders } of withBuilders) {
    const mine = recorded.filter(({ file }) => file === join(root, builtFileOf(path)));
    const places = [...new Set(mine.map(({ line, column }) => `${line}:${column}`))];
    builders.forEach((builder, index) => {
      const [line, column] = (places[index] ?? '').split(':').map(Number);
      const here = mine.filter((each) => each.line === line && each.column === column);
      expressions.push(...here.map(({ source, flags }) => ({ ...builder, source, flags })));
      if (builder.isInFunction) failures.push(refusal(builder, 'is built in a function: build it once, in the module'));
      else if (here.length === 0) failures.push(refusal(builder, 'was not built when its module was loaded'));
    });
  }
  return { expressions, failures };
}

const refusal = ({ path, line }, complexity) => ({ path, line, complexity, text: '', source: '', flags: '' });

/** `others` are the expressions of libraries. */
export async function checkExpressions(root, paths, others = []) {
  const sources = paths.map((path) => ({ path, ...readSource(root, path) }));
  const built = await builtExpressions(root, sources);
  const literals = sources.flatMap(({ literals: own }) => own);
  const all = [...literals, ...built.expressions, ...others];
  const judged = all.map((expression) => ({ ...expression, ...judge(expression) }));
  const grown = judged.filter(({ complexity }) => complexity !== undefined);
  return {
    counts: {
      files: sources.length,
      literals: literals.length,
      built: built.expressions.length,
      others: others.length,
      proven: grown.filter(({ proof }) => proof).length,
    },
    failures: [...built.failures, ...grown.filter(({ proof }) => !proof)],
  };
}
