import { operations } from '@hippocamp/shared/operations/table';
import { forgetAnswer, forgetMatch } from '@hippocamp/shared/schemas/forget';
import { NOTE, note, seenMemory } from '../data.js';
import { Refusal } from '../refusal.js';
import { defineTool } from '../tool.js';

const LOOK_FIRST =
  'Nothing was forgotten. Call forget with the same text and without dryRun first, show the user what it finds, ' +
  'and call it again with dryRun: false and the ids that the user agreed to.';

export const forget = defineTool({
  name: 'forget',
  title: 'Forget',
  description:
    'Removes memories for good, everywhere their words are kept. First call it with what is to be forgotten: it shows what it finds and removes nothing. ' +
    'Show that to the user, then call it again with dryRun: false and the ids that the user wants gone.',
  input: operations.forget.body.omit({ ownerEntityId: true, owner: true }),
  output: forgetAnswer
    .omit({ understood: true })
    .extend({ note, matches: forgetMatch.extend({ memory: seenMemory.optional() }).array() }),
  effect: 'destructive',
  async run(args, { client, owner, signal }) {
    if (!args.dryRun && args.ids === undefined) throw new Refusal(LOOK_FIRST);
    const answer = await client.forget({ ...args, ...owner }, { signal });
    return { ...answer, note: NOTE };
  },
});
