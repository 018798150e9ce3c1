import { createScreen } from '@hippocamp/core/modules/model/screen';
import { rules } from '@hippocamp/language/rules';

/** For programs without a service: runs in the calling process. */
export function createScreenHere() {
  const screen = createScreen({
    language: {
      read: async (_tenant, texts) => rules.read(texts),
      redact: async (_tenant, text) => rules.redact(text),
    },
  });
  return (texts: Parameters<typeof screen>[1]) => screen('', texts);
}
