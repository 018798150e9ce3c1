import { createHash } from 'node:crypto';
import { contentPolicy } from '../http/hosts-and-origins.js';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

const style = `
  :root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #0a7d6b; }
  body { font: 16px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
  h1 { font-size: 1.7rem; margin: 0 0 .25rem; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
  code, pre { font: .88em/1.5 ui-monospace, monospace; } code { background: var(--soft); padding: .1em .3em; border-radius: .25em; }
  pre { background: var(--soft); padding: .8rem; overflow-x: auto; border-radius: .4rem; }
  details { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: .5rem .8rem; }
  summary { cursor: pointer; } table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
  .method { display: inline-block; min-width: 4.2rem; font-weight: 600; color: var(--accent); } a { color: var(--accent); }
`;

export const pagePolicy = contentPolicy(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; `);

/** `body` is HTML. */
export const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}</body></html>`;
