import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const isProduct = (path) => !/\.test\.ts$|\.d\.ts$|\/testing\/|^packages\/(?:e2e|bench)\//.test(path);

export function productSources(root) {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'packages/*/src/*.ts', 'apps/*/src/*.ts'],
    { cwd: root, encoding: 'utf8' },
  );
  return listed.split('\n').filter((path) => path.endsWith('.ts') && isProduct(path));
}

/** Finds the text after "linear:" in a comment on the line or right above it. */
function proofAt(lines, line) {
  const marked = (text) => /\/\/ linear: (\S.*)/.exec(text ?? '')?.[1] ?? null;
  const own = marked(lines[line - 1]);
  if (own !== null) return own;
  // An expression may stand on the line below its name.
  const first = /[=([]$/.test(lines[line - 2] ?? '') ? line - 3 : line - 2;
  for (let above = first; /^\s*\/\//.test(lines[above] ?? ''); above -= 1) {
    const proof = marked(lines[above]);
    if (proof !== null) return proof;
  }
  return null;
}

export function readSource(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const lines = text.split('\n');
  const lineOf = (offset) => text.slice(0, offset).split('\n').length;
  const found = { literals: [], builders: [] };
  let functions = 0;
  const place = (node) => {
    const line = lineOf(node.start);
    return { path, line, proof: proofAt(lines, line) };
  };
  const visitCall = (node) => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp')
      found.builders.push({ ...place(node), isInFunction: functions > 0 });
  };
  const deeper = () => {
    functions += 1;
  };
  const higher = () => {
    functions -= 1;
  };
  const visitor = new Visitor({
    Literal: (node) => {
      if (node.regex) found.literals.push({ ...place(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: visitCall,
    CallExpression: visitCall,
    FunctionDeclaration: deeper,
    'FunctionDeclaration:exit': higher,
    FunctionExpression: deeper,
    'FunctionExpression:exit': higher,
    ArrowFunctionExpression: deeper,
    'ArrowFunctionExpression:exit': higher,
  });
  visitor.visit(program);
  return found;
}
