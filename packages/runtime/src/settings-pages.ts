import { z } from 'zod';
import { clientSections } from './client-settings.js';
import { sections } from './settings-schema.js';

interface Described {
  name: string;
  what: string;
  /** Empty where there is no default. */
  value: string;
}

const described = (shape: z.ZodRawShape): Described[] => {
  const { properties = {} } = z.toJSONSchema(z.object(shape), { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', default: value = '' } = property as { description?: string; default?: unknown };
    return { name, what: description, value: String(value) };
  });
};

const everySection = Object.entries({ ...sections, ...clientSections }).map(([title, shape]) => ({
  title,
  settings: described(shape),
}));

export const exampleFile = (): string =>
  [
    '# Settings of Hippocamp. Written by "npm run settings"; the lines that are commented out show the defaults.',
    ...everySection.flatMap(({ title, settings }) => [
      '',
      `# ${title}`,
      ...settings.flatMap(({ name, what, value }) => ['', `# ${what}.`, `# ${name}=${value}`]),
    ]),
    '',
  ].join('\n');

export const settingsPage = (): string =>
  [
    '# Settings',
    '',
    'Environment variables; an empty one counts as not set. A wrong one stops the start with a sentence that says what to change.',
    'This page is written by `npm run settings` from the schema that checks them (`packages/runtime/src/settings-schema.ts`).',
    ...everySection.flatMap(({ title, settings }) => [
      '',
      `## ${title}`,
      '',
      '| name | default | what it is |',
      '| --- | --- | --- |',
      ...settings.map(
        ({ name, what, value }) => `| \`${name}\` | ${value && `\`${value}\``} | ${what.replaceAll('|', '\\|')} |`,
      ),
    ]),
    '',
  ].join('\n');
