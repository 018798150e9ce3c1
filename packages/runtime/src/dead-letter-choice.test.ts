import { describe, expect, it } from 'vitest';
import { readDeadLetterOrder } from './treat-dead-letters.js';

describe('the arguments of dead-letters', () => {
  it.each([
    ['', 'list', {}],
    ['--tenant acme', 'list', { tenant: 'acme' }],
    ['--retry', 'retry', {}],
    ['--retry --tenant acme --kind ingest', 'retry', { tenant: 'acme', kind: 'ingest' }],
    ['--discard --kind=index', 'discard', { kind: 'index' }],
    ['--discard --all', 'discard', {}],
  ])('"%s" ask to %s', (given, action, which) => {
    expect(readDeadLetterOrder(given.split(' ').filter((word) => word !== ''))).toEqual({ action, which });
  });

  it.each([
    ['--retri', /Unknown option '--retri'.*npm run dead-letters lists/],
    ['retry', /Unexpected argument 'retry'/],
    ['--retry --discard', /exclude each other/],
    ['--discard', /of all tenants.*or --all/],
    ['--discard --all --tenant acme', /exclude each other/],
    ['--kind letter', /--kind letter is none of ingest, index/],
    ['--tenant a/b', /--tenant a\/b is no name/],
    ['--tenant', /argument missing/],
  ])('"%s" are refused with a sentence', (given, sentence) => {
    expect(() => readDeadLetterOrder(given.split(' '))).toThrow(sentence);
  });
});
