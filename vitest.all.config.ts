import { testsOf } from './tools/tests-of.js';

/** `npm run test:all`: the long ones too, and everything in production mode. */
export default testsOf(true);
