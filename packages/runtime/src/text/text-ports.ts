import { createTokenizer, type Encoding } from '@hippocamp/adapters/gpt-tokenizer/tokenizer';
import { createLexicon } from '@hippocamp/core/modules/indexing/lexicon';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Language } from '@hippocamp/core/ports/language';
import type { Lexicon } from '@hippocamp/core/ports/lexicon';
import type { Tokenizer } from '@hippocamp/core/ports/tokenizer';
import { createDefaultEmbedder } from '../embedder.js';
import { languageByRules } from './language-by-rules.js';

/** Everything that looks at the words of texts. */
export interface TextPorts {
  language: Language;
  embedder: Embedder;
  lexicon: Lexicon;
  tokenizer: Tokenizer;
}

/** These ports in the thread that calls it. */
export const createTextPorts = async (tokenizer: Encoding): Promise<TextPorts> => ({
  language: languageByRules,
  embedder: await createDefaultEmbedder(),
  lexicon: createLexicon(),
  tokenizer: createTokenizer(tokenizer),
});
