import { testsOf } from './tools/tests-of.js';

/** The second half of `npm run test:all`: the production mode, but for what `npm test` tries in it and what has no store. */
export default testsOf('production');
