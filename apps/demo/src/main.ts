import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createHippocamp } from '@hippocamp/sdk';
import { readConversation } from './conversation.js';
import { dim, heading, printAnswer, printKept, printRejected, progress, say } from './print.js';
import { findOrStart, type RunningService } from './service.js';

const SHOWN = 4;

const { values } = parseArgs({
  options: { url: { type: 'string', default: 'http://127.0.0.1:8080' }, all: { type: 'boolean', default: false } },
});

async function show(service: RunningService): Promise<boolean> {
  const tenant = `demo-${randomUUID().slice(0, 8)}`;
  const { title, speakers, sessions, questions } = readConversation();
  const memory = createHippocamp({ baseUrl: service.url, tenant });
  heading(`${title}: ${speakers.join(' and ')} talk, Hippocamp remembers`);
  say(dim(`${service.own ? 'a service of our own' : 'the running service'} at ${service.url}, tenant ${tenant}`));

  let kept = 0;
  let rejected = 0;
  for (const [position, { sessionId, occurredAt, text }] of sessions.entries()) {
    progress(position, sessions.length, sessionId);
    const answer = await memory.ingestAndWait({ content: text, source: 'chat', sessionId, occurredAt });
    progress(sessions.length, sessions.length, sessionId);
    const turns = text.split('\n').length;
    kept += answer.summary.accepted;
    rejected += answer.summary.rejected;
    heading(
      `${occurredAt.slice(0, 10)} · ${turns} turns → ${answer.summary.accepted} kept, ${answer.summary.rejected} rejected`,
    );
    const shown = values.all ? answer.acceptedMemories : answer.acceptedMemories.slice(0, SHOWN);
    for (const candidate of shown) printKept(candidate);
    const hidden = answer.acceptedMemories.length - shown.length;
    if (hidden > 0) say(dim(`    … and ${hidden} more; npm run demo -- --all shows every one`));
    for (const candidate of answer.rejectedMemories) printRejected(candidate);
  }
  say(`\n${kept} memories kept, ${rejected} rejected as repeats or for review, each with its reason.`);

  heading('Five questions, asked of everything that was kept');
  let right = 0;
  for (const { ask, expect } of questions) {
    const answer = await memory.memories.query({ text: ask, k: 3 });
    if (printAnswer(ask, expect, answer)) right += 1;
  }
  say(`\n${right} of ${questions.length} questions found their memory first.`);
  return right === questions.length;
}

const service = await findOrStart(values.url);
try {
  process.exitCode = (await show(service)) ? 0 : 1;
} finally {
  await service.stop();
}
