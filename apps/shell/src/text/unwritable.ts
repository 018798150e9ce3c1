import { ownOf } from '@hippocamp/shared/own';
import { UsageError } from '../explain.js';

const reasons: Record<string, string> = {
  ENOENT: 'there is no such folder',
  EACCES: 'it may not be written',
  EROFS: 'it may not be written',
  EISDIR: 'it is a folder',
};

const full = ['ENOSPC', 'EDQUOT'];

export const unwritable = (what: string, { code = '', message }: NodeJS.ErrnoException): Error => {
  const said = (why: string) => `${what} cannot be written: ${why}.`;
  if (full.includes(code)) return new Error(said('no space is left'));
  return new UsageError(said(ownOf(reasons, code) ?? (code || message)));
};
