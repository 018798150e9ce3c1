import type { TenantId } from '@hippocamp/shared/schemas/common';
import { overlapWithAny } from '../text/redaction.js';
import { type ExtractDependencies, readLocally } from './local-extractor.js';

/** True for each text that tries to steer its reader. */
export type Steering = (tenant: TenantId, texts: readonly string[]) => Promise<boolean[]>;

export const createSteering =
  (dependencies: Omit<ExtractDependencies, 'keepsAssistant'>): Steering =>
  async (tenant, texts) => {
    if (texts.length === 0) return [];
    let text = '';
    const places = texts.map((each) => {
      const start = text.length;
      text += `${each}\n\n`;
      return { start, end: start + each.length };
    });
    const reading = { ...dependencies, keepsAssistant: true, looksTwice: true };
    const { statements, extractions } = await readLocally(tenant, { text, source: 'note' }, reading);
    const steering = [...statements, ...extractions].filter(({ instructs }) => instructs);
    return places.map(overlapWithAny(steering));
  };
