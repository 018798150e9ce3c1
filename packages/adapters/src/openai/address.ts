import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { EmbeddingsUnusable } from './unusable.js';

const inHeader = /^[\x21-\x7e]+$/;

const parse = (url: string): URL => {
  if (!URL.canParse(url))
    throw new EmbeddingsUnusable('EMBEDDINGS_URL is no URL; one looks like http://localhost:11434/v1');
  return new URL(url);
};

/** `http://localhost:11434/v1` becomes `…/v1/embeddings`. */
export function addressOf(base: string): URL {
  const url = parse(base);
  if (!['http:', 'https:'].includes(url.protocol)) {
    throw new EmbeddingsUnusable('EMBEDDINGS_URL must begin with http:// or https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw new EmbeddingsUnusable(
      'EMBEDDINGS_URL holds a name or a password: leave them out, a key goes into EMBEDDINGS_API_KEY',
    );
  }
  url.pathname = `${withoutEnd(url.pathname, /\//)}/embeddings`;
  url.hash = '';
  return url;
}

/** Without the query, which may hold a key. */
export const shown = ({ origin, pathname }: URL): string => origin + pathname;

export function headersOf(apiKey: string | undefined): Record<string, string> {
  if (!apiKey) return { 'content-type': 'application/json' };
  if (!inHeader.test(apiKey)) {
    throw new EmbeddingsUnusable('EMBEDDINGS_API_KEY holds a space, a line break or a sign that no key has');
  }
  return { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
}
