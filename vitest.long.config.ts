import { testsOf } from './tools/tests-of.js';

/** The first half of `npm run test:all`: the long ones that `npm test` leaves. */
export default testsOf('long');
