import type { Session } from '../parts/session.js';
import { fillSection } from './fill-section.js';
import { engineSection, latencySection } from './latency-section.js';
import { memorySection } from './memory-section.js';
import { openSection } from './open-section.js';
import { recallSection } from './recall-section.js';
import type { Section } from './section.js';
import { stageSection, workSection } from './work-section.js';
import { writesSection } from './writes-section.js';

export function sessionSections({ fills, memory, requests, engine }: Session): Section[] {
  const sections = [...(memory.length > 0 ? [memorySection(memory)] : []), fillSection(fills)];
  if (requests) {
    sections.push(latencySection(requests.latency, engine));
    if (engine) sections.push(engineSection(engine));
    sections.push(recallSection(requests.recall));
    sections.push(stageSection(requests.work), workSection(requests.work));
    if (requests.open.length > 0) sections.push(openSection(requests.open));
    sections.push(writesSection(requests.writes));
  }
  return sections;
}
