import { givenOf, json } from '@hippocamp/db/repositories/database';
import { expect, test } from 'vitest';

test('a value for a column of JSON has no member that is undefined, however deep', () => {
  const given = { kept: null, gone: undefined, list: [{ deep: undefined, there: 0 }] };
  expect(json(given)).toStrictEqual({ kept: null, list: [{ there: 0 }] });
});

test('changes keep what is null and lose what is undefined', () => {
  expect(givenOf({ empty: null, none: '', gone: undefined })).toStrictEqual({ empty: null, none: '' });
});
