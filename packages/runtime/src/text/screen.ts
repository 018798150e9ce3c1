import { createScreen } from '@hippocamp/core/modules/model/screen';
import { rules } from '@hippocamp/language/rules';

/** Looks texts over in the process that asks, for programs that have no service of their own. */
export function createScreenHere() {
  const screen = createScreen({ language: { read: async (_tenant, texts) => rules.read(texts) } });
  return (texts: readonly string[]) => screen('', texts);
}
