import { testsOf } from './tools/tests-of.js';

/** `npm test`: what a change is tried with, within minutes. */
export default testsOf('quick');
