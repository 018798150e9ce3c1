import type { Log } from '@hippocamp/core/ports/log';
import type { Ask } from './connection.js';
import { EmbeddingsFailure } from './failures.js';

/** UTF-16 units: a text that is refused at this length is not refused for its length. */
const LEAST_OF_TEXT = 250;

const halfOf = (text: string): string =>
  text
    .slice(0, Math.ceil(text.length / 2))
    .toWellFormed()
    .trim();

/**
 * Asks for less where a server refuses: how many texts a request may have and how long they may be differs by server and model, and
 * none of them says so beforehand. A batch is asked for in halves, and of a single text its first half.
 */
export function shortening(ask: Ask, log?: Log): Ask {
  const askLess: Ask = async (texts) => {
    const [only = ''] = texts;
    const middle = Math.ceil(texts.length / 2);
    if (texts.length > 1) return [...(await asking(texts.slice(0, middle))), ...(await asking(texts.slice(middle)))];
    log?.warn(
      { characters: only.length },
      'the embedding model refuses a text of this length: its first half is embedded',
    );
    return asking([halfOf(only)]);
  };
  const asking: Ask = async (texts) => {
    try {
      return await ask(texts);
    } catch (error) {
      const canBeLess = texts.length > 1 || (texts[0]?.length ?? 0) > LEAST_OF_TEXT;
      if (!(error instanceof EmbeddingsFailure) || error.kind !== 'refused' || !canBeLess) throw error;
      return askLess(texts);
    }
  };
  return asking;
}
