import { readOptions, usage } from './options.js';
import { fail } from './people.js';

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else (await import('./serve.js')).serve(options);
} catch (error) {
  fail(error);
}
