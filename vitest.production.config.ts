import { testsOf } from './tools/tests-of.js';

/** The second half of `npm run test:all`: everything end to end in production mode. */
export default testsOf('production');
