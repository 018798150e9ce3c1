/** @module-tag long */
import { recordedExamples } from '@hippocamp/shared/operations/recorded-examples';
import { describe, expect, it } from 'vitest';
import { useOwnServices } from '../own-service.js';
import { membersOf } from './members.js';
import { asRecorded, recordExamples } from './record.js';

describe('the examples of the document', () => {
  const { start, place } = useOwnServices();

  it('are what a service answers today, member by member; `npm run examples` writes them anew', async () => {
    // The data folder of the tests was begun with word vectors.
    const { url } = await start({ ...asRecorded, HIPPOCAMP_DATA: `${place().HIPPOCAMP_DATA}-new` });
    const now = await recordExamples(url);
    expect(Object.keys(now)).toEqual(Object.keys(recordedExamples));
    for (const [id, examples] of Object.entries(now)) {
      const outline = (found: typeof examples = []) =>
        found.map(({ name, status, answer }) => ({ name, status, members: membersOf(answer) }));
      expect(outline(examples), id).toEqual(outline(recordedExamples[id]));
    }
  });
});
