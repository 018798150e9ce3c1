const toExpression = (pattern: string): RegExp => {
  const source = pattern
    .replaceAll(/[.+^$()|[\]{}\\]/g, '\\$&')
    .replaceAll('**/', '§')
    .replaceAll('*', '[^/]*')
    .replaceAll('§', '(?:.*/)?');
  // A pattern that fits a folder fits everything in it.
  return new RegExp(`^${source}(?:/|$)`);
};

/** The last pattern that fits decides; a folder in which something is taken back passes too. */
export function createContextFilter(text: string): (path: string) => boolean {
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const rules = patterns.map((line) => ({
    takes: line.startsWith('!'),
    expression: toExpression(line.replace(/^!/, '')),
  }));
  const isOnTheWay = (path: string) => patterns.some((line) => line.startsWith(`!${path}/`));
  return (path) => (rules.findLast(({ expression }) => expression.test(path))?.takes ?? true) || isOnTheWay(path);
}
