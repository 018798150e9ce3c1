import { runProgram } from '@hippocamp/runtime/program';
import { readSettings } from '@hippocamp/runtime/settings';
import { serve } from './serve.js';

runProgram('PORT', () => serve(readSettings()));
