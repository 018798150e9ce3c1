const classOf = (name) =>
  name
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');

const problemClass = ([name, { status, about }]) =>
  `/** ${status}. ${about} */\nexport class ${classOf(name)} extends HippocampProblem<'${name}'> {\n  override readonly name = '${classOf(name)}';\n}\n`;

/** A class of error for each problem of the service. */
export function writeProblems(problemTypes) {
  const problems = Object.entries(problemTypes);
  const entries = problems.map(([name]) => `  '${name}': ${classOf(name)},`);
  return [
    "import { HippocampProblem } from '../problem.js';\n",
    ...problems.map(problemClass),
    `export const problemClasses = {\n${entries.join('\n')}\n};\n\nexport type ProblemName = keyof typeof problemClasses;\n`,
  ].join('\n');
}
