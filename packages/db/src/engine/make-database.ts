import { PGlite } from '@electric-sql/pglite';

/**
 * A program: makes an empty database in the folder that is named, and ends. Making one takes twice the memory that a
 * running one needs, and a process gives it back.
 */
const [folder] = process.argv.slice(2);
if (folder) await (await PGlite.create({ dataDir: folder })).close();
