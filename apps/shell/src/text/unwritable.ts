import { ownOf } from '@hippocamp/shared/own';

const reasons: Record<string, string> = {
  ENOENT: 'there is no such folder',
  EACCES: 'it may not be written',
  EROFS: 'it may not be written',
  EISDIR: 'it is a folder',
  ENOSPC: 'no space is left',
  EDQUOT: 'no space is left',
};

export const unwritable = (what: string, { code, message }: NodeJS.ErrnoException): Error =>
  new Error(`${what} cannot be written: ${ownOf(reasons, code ?? '') ?? code ?? message}.`);
