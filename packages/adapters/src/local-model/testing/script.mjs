// What the threads of the tests run in place of the model: the first number of a vector tells how many this thread has answered.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const { folder } = workerData;
let answered = 0;

const vectorOf = (text) => {
  answered += 1;
  return Float32Array.of(answered, text.length);
};

const answer = ({ text }) => {
  if (text === 'die') process.exit(3);
  if (text === 'throw') throw new TypeError('what it read');
  if (text === 'wait') return;
  if (text === 'fail') parentPort.postMessage({ type: 'failed', reason: 'RangeError' });
  else parentPort.postMessage({ type: 'answer', values: vectorOf(text) });
};

/** The file says whether there is a model to load. */
if (readFileSync(folder, 'utf8') === 'good') {
  parentPort.on('message', answer);
  parentPort.postMessage({ type: 'ready' });
} else {
  parentPort.postMessage({ type: 'unavailable', reason: 'no model' });
}
