import { createTokenizer, type Encoding } from '@hippocamp/adapters/gpt-tokenizer/tokenizer';
import { createClaimReader } from '@hippocamp/adapters/rules/claims/claim-reader';
import { createFactReader } from '@hippocamp/adapters/rules/fact-reader';
import { createRuleExtractor } from '@hippocamp/adapters/rules/rule-extractor';
import { createScreen } from '@hippocamp/adapters/rules/screen';
import { createLexicon } from '@hippocamp/core/modules/indexing/lexicon';
import { createLanguage } from '@hippocamp/core/modules/language/create-language';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Language } from '@hippocamp/core/ports/language';
import type { Lexicon } from '@hippocamp/core/ports/lexicon';
import type { Tokenizer } from '@hippocamp/core/ports/tokenizer';
import { createDefaultEmbedder } from '../embedder.js';

/** Everything that looks at the words of texts. */
export interface TextPorts {
  language: Language;
  embedder: Embedder;
  lexicon: Lexicon;
  tokenizer: Tokenizer;
}

/** These ports in the thread that calls it. */
export const createTextPorts = async (tokenizer: Encoding): Promise<TextPorts> => ({
  language: createLanguage({
    extractor: createRuleExtractor(),
    reader: createFactReader(),
    claims: createClaimReader(),
    screen: createScreen(),
  }),
  embedder: await createDefaultEmbedder(),
  lexicon: createLexicon(),
  tokenizer: createTokenizer(tokenizer),
});
