import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { connectionAliases, connectionFlags } from '../connection/flags.js';
import type { DoctorFlags } from '../doctor/examine.js';
import type { Finding } from '../doctor/finding.js';
import { createPrinter, type Style, seenText } from '../output/printer.js';
import type { Shell } from '../shell.js';

const marks: Record<Finding['state'], [mark: string, style: Style]> = {
  well: ['✓', 'green'],
  doubtful: ['!', 'yellow'],
  wrong: ['✗', 'red'],
};

async function doctor(this: Shell, flags: DoctorFlags) {
  const printer = createPrinter(this, flags.json);
  const { examine } = await import('../doctor/examine.js');
  const findings = await examine(this, flags);
  const bad = findings.filter(({ state }) => state === 'wrong').length;
  if (bad > 0) this.end('failed');
  if (printer.json) return printer.print({ healthy: bad === 0, findings });
  for (const { what, state, found, advice } of findings) {
    const [mark, style] = marks[state];
    printer.say(`${printer.paint(style, mark)} ${seenText(`${what}: ${found}`)}`);
    if (advice !== undefined) printer.say(`    ${advice}`);
  }
  printer.note(bad === 0 ? 'Nothing is wrong.' : `${bad} of ${findings.length} are wrong.`);
}

const flags: FlagParametersForType<DoctorFlags, Shell> = {
  llm: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Ask the language model of LLM_URL one question, and show both readings of it',
  },
  ...connectionFlags,
};

export const doctorCommand = buildCommand({
  func: doctor,
  parameters: { flags, aliases: connectionAliases },
  docs: {
    brief: 'Tell what is wrong with this installation, and what to do',
    fullDescription: [
      'Looks at Node, the settings, the data folder and its lock, the disk, the model, the port, the engines, and the service',
      'that is asked. It changes nothing, and starts no service. With `--llm` the language model is asked one question.',
      '',
      '  hippocamp doctor',
      '  hippocamp doctor --llm',
      '  hippocamp doctor --url http://memory.example.org:8080',
    ].join('\n'),
  },
});
