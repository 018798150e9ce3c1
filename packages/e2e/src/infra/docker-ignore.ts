const toExpression = (pattern: string): RegExp => {
  const source = pattern
    .replaceAll(/[.+^$()|[\]{}\\]/g, '\\$&')
    .replaceAll('**/', '§')
    .replaceAll('*', '[^/]*')
    .replaceAll('§', '(?:.*/)?');
  // What a pattern says of a folder it says of everything in it.
  return new RegExp(`^${source}(?:/|$)`);
};

/** Says of a path whether it reaches a build, given the text of a .dockerignore: the last pattern that fits decides. */
export function createContextFilter(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ takes: line.startsWith('!'), expression: toExpression(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ expression }) => expression.test(path))?.takes ?? true;
}
