import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type checkExpressions, judge } from './check.mjs';

const complexityOf = ({ source, flags }: RegExp): string | null => judge({ source, flags })?.complexity ?? null;

describe('how a search grows', () => {
  it.each([
    /^\s+$/,
    /\w+/g,
    /\b\w+:/,
    /(?<!\s)\s+$/,
    /^[ \t]+x/m,
    /"[^"]*"/,
    /^(?:a?b?)*$/,
    /x[a-z]{0,40}y/,
    /(?<=\p{N}\s?)%/u,
    /^(?:(?!stop)[a-z])*$/,
  ])('%s in proportion to the text', (expression) => {
    expect(complexityOf(expression)).toBeNull();
  });

  it.each([
    [/(a+)+b/, 'exponential'],
    [/^(?:a|a)*$/, 'exponential'],
    [/^(?:\w+\s?)*$/, 'exponential'],
    [/\s+$/, 'text length ^ 2'],
    [/\s*\n/, 'text length ^ 2'],
    [/^\s+x/m, 'text length ^ 2'],
    [/(?=\w+x)/, 'text length ^ 2'],
    [/(?:a(?:[ax]*y)?)+/, 'text length ^ 2'],
    [/"(?:[^"\\]|\\.)*"/, 'text length ^ 2'],
    [/a.*b.*c/, 'text length ^ 3'],
    [/x[^<>]{0,600}y/, 'text length ^ 1 × 600'],
    [/^.{0,400}a.{0,400}b.{0,400}c/, 'text length ^ 0 × 64000000'],
    [/(a)\1/, 'undecided, it refers back to a group'],
    [/(?<=a+)b/, 'undecided, it looks back over a loop'],
  ])('%s: %s', (expression, complexity) => {
    expect(complexityOf(expression)).toBe(complexity);
  });
});

/** The process loads modules as they stand, without a test runner's transforms. */
const program = `
  import { checkExpressions } from './check.mjs';
  console.log(JSON.stringify(await checkExpressions(process.cwd(), ['fixture/expressions.mjs'])));
`;

it('finds what is written and what is built, and says where', () => {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd, encoding: 'utf8' });
  const { counts, failures } = JSON.parse(said) as Awaited<ReturnType<typeof checkExpressions>>;
  expect(counts).toEqual({ files: 1, literals: 4, built: 1, others: 0, proven: 1 });
  expect(failures.map(({ line, complexity }) => [line, complexity])).toEqual([
    [13, 'is built in a function: build it once, in the module'],
    [5, 'exponential'],
    [6, 'text length ^ 2'],
    [7, 'text length ^ 3'],
  ]);
});
