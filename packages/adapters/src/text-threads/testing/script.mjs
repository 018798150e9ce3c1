// What the threads of the tests run.
const keep = [];

export function answer({ what, text }) {
  if (what === 'echo') return text;
  if (what === 'fail') throw new Error('it failed');
  // A regular expression that takes longer than the universe is old, as no line of script would be.
  if (what === 'hang') return /^(?:a+)+$/.test(`${'a'.repeat(60)}!`);
  for (;;) keep.push(new Array(100_000).fill(keep.length));
}
