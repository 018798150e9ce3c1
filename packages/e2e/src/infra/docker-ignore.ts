const toExpression = (pattern: string): RegExp => {
  const source = pattern
    .replaceAll(/[.+^$()|[\]{}\\]/g, '\\$&')
    .replaceAll('**/', '§')
    .replaceAll('*', '[^/]*')
    .replaceAll('§', '(?:.*/)?');
  // What a pattern says of a folder it says of everything in it.
  return new RegExp(`^${source}(?:/|$)`);
};

/**
 * Says of a path whether it reaches a build, given the text of a .dockerignore: the last pattern that fits decides. Of a folder
 * too in which something is taken back that does.
 */
export function createContextFilter(text: string): (path: string) => boolean {
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const rules = patterns.map((line) => ({
    takes: line.startsWith('!'),
    expression: toExpression(line.replace(/^!/, '')),
  }));
  const isOnTheWay = (path: string) => patterns.some((line) => line.startsWith(`!${path}/`));
  return (path) => (rules.findLast(({ expression }) => expression.test(path))?.takes ?? true) || isOnTheWay(path);
}
