import { operations } from '@hippocamp/shared/operations/table';
import { validateAnswer } from '@hippocamp/shared/schemas/validate';
import { NOTE, note, seenMemory } from '../data.js';
import { defineTool } from '../tool.js';

const { evidence } = validateAnswer.shape;

export const checkClaim = defineTool({
  name: 'check_claim',
  title: 'Check a claim',
  description:
    'Checks a statement against what is remembered: supported, refuted, conflicting, or not enough known, with the memories that say so. ' +
    'Call it before you assert something about the user or earlier work that you are not sure of.',
  input: operations.validateClaim.body.pick({
    claim: true,
    k: true,
    asOf: true,
    tiers: true,
    minRelevance: true,
    includeAssistant: true,
  }),
  output: validateAnswer
    .omit({ claim: true })
    .extend({ note, evidence: evidence.element.extend({ memory: seenMemory }).array() }),
  effect: 'reads',
  async run(args, { client, owner, signal }) {
    return { ...(await client.validate({ ...args, ...owner }, { signal })), note: NOTE };
  },
});
