import { argv, stdin, stdout } from 'node:process';
import { lockFolder } from '../folder-lock.js';

/** Says it is ready, tries to lock at the first word from outside, says how that went, and lives until it hears no more. */
const [folder = ''] = argv.slice(2);
stdout.write('ready\n');
stdin.once('data', async () => {
  const result = await lockFolder(folder).then(
    () => 'locked',
    (error: Error) => `refused: ${error.message}`,
  );
  stdout.write(`${result}\n`);
});
