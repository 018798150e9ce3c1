import { buildApplication, buildRouteMap, text_en } from '@stricli/core';
import { checkCommand } from './commands/check.js';
import { completionCommand } from './commands/completion.js';
import { contextCommand } from './commands/context.js';
import { doctorCommand } from './commands/doctor.js';
import { exportCommand } from './commands/export.js';
import { forgetCommand } from './commands/forget.js';
import { importCommand } from './commands/import.js';
import { ingestCommand } from './commands/ingest.js';
import { lifecycleCommand } from './commands/lifecycle.js';
import { queryCommand } from './commands/query.js';
import { readAgainCommand } from './commands/read-again.js';
import { reviewRoutes } from './commands/reviews.js';
import { serveCommand } from './commands/serve.js';
import { codeOf, exitCodes } from './exit-codes.js';
import { explain } from './explain.js';
import { seenText } from './output/printer.js';
import type { Shell } from './shell.js';

const codes = Object.values(exitCodes).map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`);

const root = buildRouteMap<string, Shell>({
  routes: {
    serve: serveCommand,
    ingest: ingestCommand,
    query: queryCommand,
    context: contextCommand,
    check: checkCommand,
    forget: forgetCommand,
    reviews: reviewRoutes,
    lifecycle: lifecycleCommand,
    readAgain: readAgainCommand,
    export: exportCommand,
    import: importCommand,
    doctor: doctorCommand,
    completion: completionCommand,
  },
  docs: {
    brief: 'Memory for agents, from the command line',
    fullDescription: [
      'Memory for agents, from the command line.',
      '',
      '  hippocamp ingest notes.md',
      '  hippocamp query Where does Ann live?',
      '',
      'Without --url it works on a folder (./.hippocamp): through the service that holds it, or with one inside.',
      'On a terminal it shows tables, in a pipe it prints JSON; --json and --no-json decide otherwise.',
      '',
      'It ends with',
      ...codes,
    ].join('\n'),
  },
});

const sentence = (error: unknown): string => {
  const { message, hint } = explain(error);
  const told = `hippocamp: ${seenText(message)}`;
  return hint === undefined ? told : `${told}\n  ${hint}`;
};

export const createApp = (version: string) =>
  buildApplication<Shell>(root, {
    name: 'hippocamp',
    versionInfo: { currentVersion: version },
    scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
    documentation: { caseStyle: 'convert-camel-to-kebab', onlyRequiredInUsageLine: true },
    localization: { text: { ...text_en, exceptionWhileRunningCommand: sentence } },
    determineExitCode: (error) => codeOf(explain(error).outcome),
  });
