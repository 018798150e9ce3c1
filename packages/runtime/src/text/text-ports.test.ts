import { languageConformance } from '@hippocamp/core/testing/language-conformance';
import { languageByRules } from './text-ports.js';

languageConformance('rules', async () => ({
  language: languageByRules,
  deadline: 20_000,
  close: async () => undefined,
}));
