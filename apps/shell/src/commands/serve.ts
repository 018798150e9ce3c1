import { buildCommand } from '@stricli/core';
import { numberFrom, optionalText } from '../connection/flags.js';
import type { Shell } from '../shell.js';

interface Flags {
  data?: string | undefined;
  host?: string | undefined;
  port?: number | undefined;
}

async function serve(this: Shell, { data, host, port }: Flags) {
  const [{ serve: startService }, { runProgram }, { readSettingsWith }] = await Promise.all([
    import('@hippocamp/gateway/serve'),
    import('@hippocamp/runtime/program'),
    import('@hippocamp/runtime/settings'),
  ]);
  const given = { HIPPOCAMP_DATA: data, HOST: host, PORT: port?.toString() };
  const settings = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  runProgram('--port', () => startService(readSettingsWith(Object.fromEntries(settings))));
}

export const serveCommand = buildCommand({
  func: serve,
  parameters: {
    flags: {
      data: optionalText('Folder of the memories (HIPPOCAMP_DATA, else ./.hippocamp)', 'folder'),
      host: optionalText('Address to listen on (HOST, else 127.0.0.1)', 'address'),
      port: {
        kind: 'parsed',
        parse: numberFrom(0, 65_535),
        optional: true,
        brief: 'Port to listen on (PORT, else 8080); 0 for any that is free',
        placeholder: 'port',
      },
    },
    aliases: { d: 'data', p: 'port' },
  },
  docs: {
    brief: 'Run the service until Ctrl-C',
    fullDescription: [
      'Runs the service in this terminal. Every setting of docs/settings.md holds, as environment variables.',
      '',
      '  hippocamp serve',
      '  hippocamp serve --port 9000 --data ~/memories',
    ].join('\n'),
  },
});
